import type { AnyCall, Credential, NodeDefinition } from '#server/engine/define-node.ts'
import type { ModelCache } from '#server/engine/handles.ts'
import type { Inputs, InputsOf } from '#server/engine/inputs.ts'
import type { ModelSettings } from '#server/engine/ports.ts'
import { cache } from './common-inputs.ts'

/** A model node that differs from others only in its inputs and in the settings read from them. */
type Row<I extends Inputs, C extends Credential, Optional extends boolean> = Pick<
  NodeDefinition,
  'name' | 'label' | 'version' | 'description'
> & {
  /** The node's own classes, added to those of its family. */
  classes: readonly string[]
  credential: C
  credentialOptional?: Optional
  inputs: I
  settings(inputs: InputsOf<I>, credential: CredentialOf<C, Optional>, label: string): ModelSettings
  loadMethods?: Record<string, LoadMethod<InputsOf<C['inputs']>>>
}
type LoadCall = Parameters<NonNullable<NodeDefinition['loadMethods']>[string]>[0]
type LoadMethod<Values> = {
  load(
    call: Omit<LoadCall, 'credential'> & { credential: Values | undefined },
  ): Promise<{ label: string; name: string }[]>
}['load']
type CredentialOf<C extends Credential, Optional> =
  | InputsOf<C['inputs']>
  | (Optional extends true ? undefined : never)
type Call<I extends Inputs, C extends Credential, Optional> = Omit<AnyCall, 'inputs' | 'credential'> & {
  inputs: InputsOf<I>
  credential: CredentialOf<C, Optional>
}
type Cached = { inputs: { readonly cache: ModelCache | undefined } }

export function chatModel<
  const I extends Inputs,
  C extends Credential,
  const Optional extends boolean = false,
>({ classes, inputs, settings, ...row }: Row<I, C, Optional>): NodeDefinition {
  return {
    ...row,
    category: 'Chat Models',
    icon: 'model',
    baseClasses: [...classes, 'BaseLanguageModel', 'Runnable'],
    inputs: { cache, ...inputs },
    build: ({ inputs, credential, ports, label }: Call<I, C, Optional> & Cached) =>
      ports.chatModel(settings(inputs, credential, label), inputs.cache),
  }
}

/** For flow files older than chat models. A chat model of the same provider serves the request. */
export function completionModel<
  const I extends Inputs,
  C extends Credential,
  const Optional extends boolean = false,
>({ classes, ...row }: Row<I, C, Optional>): NodeDefinition {
  return {
    ...chatModel({ classes, ...row }),
    category: 'LLMs',
    baseClasses: [...classes, 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
    badge: 'DEPRECATING',
  }
}

/** For LlamaIndex engines, whose flow files have no cache. */
export function llamaIndexModel<
  const I extends Inputs,
  C extends Credential,
  const Optional extends boolean = false,
>({ classes, inputs, settings, ...row }: Row<I, C, Optional>): NodeDefinition {
  return {
    ...row,
    category: 'Chat Models',
    icon: 'model',
    baseClasses: [...classes, 'BaseChatModel_LlamaIndex', 'ToolCallLLM', 'BaseLLM'],
    tags: ['LlamaIndex'],
    badge: 'DEPRECATING',
    inputs,
    build: ({ inputs, credential, ports, label }: Call<I, C, Optional>) =>
      ports.chatModel(settings(inputs, credential, label)),
  }
}
