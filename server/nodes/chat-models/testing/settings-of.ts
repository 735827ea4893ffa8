import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type { ModelSettings } from '#server/engine/ports.ts'
import { readInputs } from '#server/engine/read-inputs.ts'
import { catalogue } from '#server/nodes/catalogue.ts'

/** For tests: what a chat-model node makes of a form and a credential (none when it is empty). */
export function settingsOf(name: string, stored: object, credential: object): ModelSettings | undefined {
  const node = nodeNamed(name)
  let settings: ModelSettings | undefined
  const turn = { question: '', flowId: '', chatId: '', sessionId: '', messageId: '', vars: {} }
  const scope = { node: name, turn, built: new Map<string, unknown>() }
  const call: AnyCall = {
    inputs: readInputs(node.inputs, stored as Record<string, unknown>, scope),
    credential:
      node.credential && Object.keys(credential).length > 0
        ? readInputs(node.credential.inputs, credential as Record<string, unknown>, scope)
        : undefined,
    turn,
    label: name,
    signal: new AbortController().signal,
    ports: {
      history: async () => [],
      chatModel(given) {
        settings = given
        return { stream: () => Promise.reject(new Error('not to be asked')) as never }
      },
    },
  }
  node.build?.(call)
  return settings
}

/** Throws where the catalogue has none. */
export function nodeNamed(name: string): NodeDefinition {
  const node = catalogue.get(name)
  if (!node) {
    throw new Error(`There is no node ${name}.`)
  }
  return node
}
