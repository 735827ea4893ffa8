import type { Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { AppError } from '#shared/errors.ts'
import { readConfig, storedRows } from './step-inputs.ts'

export type AgentTool = { tool: Tool; needsApproval: boolean; toolNode: { label: string; name: string } }

/** The tools of the rows of an agent, which asks a person where they need it. A toolkit gives several. */
export async function openTools(step: StepScope, field: string, label: string): Promise<AgentTool[]> {
  const rows = storedRows(step, field).filter((row) => row.agentSelectedTool)
  const opened = await Promise.all(
    rows.map(async (row, index) => {
      const name = String(row.agentSelectedTool)
      const tools = await openTool(step, {
        ...{ slot: `tool${index}`, name, label },
        config: row.agentSelectedToolConfig,
      })
      const isGuarded = String(row.agentSelectedToolRequiresHumanInput) === 'true'
      return tools.map(({ callApproved, ...tool }) => ({
        tool: callApproved ? { ...tool, call: callApproved } : tool,
        needsApproval: isGuarded || callApproved !== undefined,
        toolNode: { label: tool.name, name },
      }))
    }),
  )
  return opened.flat()
}

type Chosen = { slot: string; name: string; label: string; config: Json | undefined }

/** A tool that is configured in a step, or all tools of a toolkit. */
export async function openTool(
  step: StepScope,
  { slot, name, label, config }: Chosen,
): Promise<readonly Tool[]> {
  const tools = [await step.open(slot, name, readConfig(config))].flat()
  if (!tools.every(isTool)) {
    throw new AppError('INVALID_FLOW', `${label}: ${name} is not a tool.`)
  }
  return tools
}

function isTool(handle: unknown): handle is Tool {
  return typeof handle === 'object' && handle !== null && 'call' in handle && 'parameters' in handle
}
