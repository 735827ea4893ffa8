import { z } from 'zod'
import { defineNode } from '#server/engine/define-node.ts'
import type { Tool } from '#server/engine/handles.ts'
import { AppError } from '#shared/errors.ts'
import { mcpActions } from './open-tools.ts'

/** Far more than a model thinks in one answer. */
const MAX_THOUGHTS = 200

const step = z.object({
  thought: z.string().min(1),
  nextThoughtNeeded: z.coerce.boolean(),
  thoughtNumber: z.coerce.number().int().min(1),
  totalThoughts: z.coerce.number().int().min(1),
  isRevision: z.boolean().optional(),
  revisesThought: z.coerce.number().int().min(1).optional(),
  branchFromThought: z.coerce.number().int().min(1).optional(),
  branchId: z.string().optional(),
  needsMoreThoughts: z.boolean().optional(),
})

const number = (description: string) => ({ type: 'integer', minimum: 1, description })

const tool: Omit<Tool, 'call'> = {
  name: 'sequentialthinking',
  description:
    'Thinks through a problem step by step. Each call is one thought: it may go on, revise an earlier thought or branch off from one. Raise or lower the total as you learn more, and stop when the answer is certain.',
  parameters: {
    type: 'object',
    properties: {
      thought: { type: 'string', description: 'The thought' },
      nextThoughtNeeded: { type: 'boolean', description: 'Whether another thought follows' },
      thoughtNumber: number('Number of this thought'),
      totalThoughts: number('How many thoughts are expected'),
      isRevision: { type: 'boolean', description: 'Whether an earlier thought is revised' },
      revisesThought: number('Which thought is revised'),
      branchFromThought: number('From which thought this one branches off'),
      branchId: { type: 'string', description: 'Name of the branch' },
      needsMoreThoughts: { type: 'boolean', description: 'Whether more thoughts are needed than expected' },
    },
    required: ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts'],
  },
  effect: 'read',
}

/** The one tool of the reference server, without its process. The thoughts of one answer belong together. */
export const sequentialThinkingMCP = defineNode({
  name: 'sequentialThinkingMCP',
  label: 'Sequential Thinking MCP',
  version: 1,
  category: 'Tools (MCP)',
  description: 'Lets a model think in steps that it can revise.',
  icon: 'plug',
  baseClasses: ['Tool'],
  inputs: { mcpActions },
  loadMethods: {
    listActions: async () => [{ label: tool.name, name: tool.name, description: tool.description }],
  },
  build: () => [think()],
})

function think(): Tool {
  const branches = new Set<string>()
  let length = 0
  return {
    ...tool,
    async call(args) {
      const { success, data } = step.safeParse(args)
      if (!success) {
        throw new AppError(
          'INVALID_INPUT',
          'Give thought, nextThoughtNeeded, thoughtNumber and totalThoughts.',
        )
      }
      length += 1
      if (length > MAX_THOUGHTS) {
        throw new AppError('INVALID_INPUT', `There were ${MAX_THOUGHTS} thoughts already. Answer now.`)
      }
      if (data.branchFromThought !== undefined && data.branchId) {
        branches.add(data.branchId)
      }
      const { thoughtNumber, nextThoughtNeeded } = data
      const totalThoughts = Math.max(data.totalThoughts, thoughtNumber)
      return {
        text: JSON.stringify({
          ...{ thoughtNumber, totalThoughts, nextThoughtNeeded },
          ...{ branches: [...branches], thoughtHistoryLength: length },
        }),
      }
    },
  }
}
