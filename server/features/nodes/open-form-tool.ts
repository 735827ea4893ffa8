import {
  type AnyCall,
  credentialsOf,
  type LoadPorts,
  type NodeDefinition,
} from '#server/engine/define-node.ts'
import type { OpenedCredential, Ports } from '#server/engine/ports.ts'
import { readInputs } from '#server/engine/read-inputs.ts'
import { rejectUnpaid } from '#server/engine/shared-credential.ts'
import { bindWorld } from '#server/engine/world.ts'
import { configCredential } from '#shared/component-config.ts'

type FormTool = {
  node: NodeDefinition
  config: Record<string, unknown>
  ports: LoadPorts
  openCredential(id: string, kind: string): Promise<OpenedCredential>
}

/** Builds a tool as it is configured in a form, to show its schema. It is never called. */
export async function openFormTool({ node, config, ports, openCredential }: FormTool): Promise<unknown> {
  const turn = { question: '', flowId: '', chatId: '', sessionId: '', messageId: '', vars: {} }
  const signal = AbortSignal.timeout(10_000)
  const [kind] = credentialsOf(node)
  const id = configCredential(config)
  const opened = kind && id !== undefined ? await openCredential(id, kind.name) : undefined
  if (opened?.platform) {
    rejectUnpaid(node, node.label)
  }
  const scope = { node: node.label, turn, built: new Map() }
  const world = bindWorld(ports as Ports, turn, {
    ...{ nodeId: node.name, signal, platform: false, trace: undefined, reuse: undefined },
    log: { past: [], note() {}, async append() {} },
    retryPolicy: { retries: 0, timeoutMs: undefined },
    blame: (error) => error,
  })
  const call: AnyCall = {
    inputs: readInputs(node.inputs, config, scope),
    credential: kind && opened && readInputs(kind.inputs, opened.values, scope),
    ...{ turn, signal, label: node.label, isShared: opened?.platform ?? false },
    ...{ shared: new Map(), flowVariables: new Map(), ports: world },
  }
  return node.build?.(call)
}
