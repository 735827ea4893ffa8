import type { Tool } from '#server/engine/handles.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import type { McpSession, McpTool } from '#server/engine/ports.ts'
import { toToolName } from '#server/nodes/tools/tool-name.ts'
import { AppError } from '#shared/errors.ts'

type Session = Pick<McpSession, 'call'> & { tools: readonly (McpTool & { needsApproval?: boolean })[] }
type Options = {
  /** Names of the chosen tools; none chooses all. */
  actions: readonly string[] | undefined
  signal: AbortSignal
  idempotencyKey(): Promise<string>
}

/** The chosen tools of an MCP server, reading ones first. */
export function toMcpTools({ tools, call }: Session, { actions, signal, idempotencyKey }: Options): Tool[] {
  const chosen = actions?.length ? tools.filter(({ name }) => actions.includes(name)) : tools
  return orderTools(chosen).map(({ name, description, parameters, effect, needsApproval }) => {
    const make: Tool['call'] = async (args) => ({
      text: await call(name, args, { signal, idempotencyKey: await idempotencyKey() }),
    })
    return {
      ...{ name: toToolName(name), description, parameters, effect },
      ...(needsApproval ? { call: () => reject(name), callApproved: make } : { call: make }),
    }
  })
}

function reject(name: string): never {
  throw new AppError(
    'INVALID_FLOW',
    `${name} was not called: a person must approve each call, and only an agent of an agent flow can ask one.`,
  )
}
