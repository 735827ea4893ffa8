import type { LoadPorts } from '#server/engine/define-node.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import type { McpSettings } from '#server/engine/ports.ts'
import type { World } from '#server/engine/world.ts'
import { toMcpTools } from './to-mcp-tools.ts'

/** Which tools of the server a flow offers. */
export const mcpActions = {
  label: 'Available Actions',
  type: 'asyncMultiOptions',
  loadMethod: 'listActions',
  description: 'Empty: all.',
  optional: true,
} as const

type Opening = {
  actions: readonly string[] | undefined
  signal: AbortSignal
  ports: Pick<World, 'openMcp' | 'idempotencyKey'>
}

/** Connects to the server and returns the chosen tools. */
export async function openTools(settings: McpSettings, { actions, signal, ports }: Opening) {
  const { idempotencyKey } = ports
  return toMcpTools(await ports.openMcp(settings), { actions, signal, idempotencyKey })
}

/** The tools of the server as options, reading ones first. */
export async function listActions(ports: LoadPorts, settings: McpSettings) {
  const session = await ports.openMcp?.(settings, new AbortController().signal)
  return orderTools(session?.tools ?? []).map(({ name, description }) => ({ label: name, name, description }))
}
