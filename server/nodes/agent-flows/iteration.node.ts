import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/json.ts'
import { prompt } from './step-inputs.ts'

const maxItems = 1_000
const maxParallel = 20

export const iterationAgentflow = defineNode({
  name: 'iterationAgentflow',
  label: 'Iteration',
  version: 1,
  category: 'Agent Flows',
  description: 'Runs its nodes once for each item of a list.',
  icon: 'iteration',
  baseClasses: ['Iteration'],
  inputs: {
    iterationInput: prompt('Array Input', {
      description: 'A JSON array, or a reference to one. Its nodes read the item as {{ $iteration }}.',
    }),
    iterationParallel: {
      type: 'number',
      label: 'Parallel Items',
      description:
        'How many items run side by side. With 1, each item sees the state the one before has left.',
      default: 1,
      min: 1,
      max: maxParallel,
      optional: true,
    },
  },
  // biome-ignore lint/correctness/useYield: it writes nothing, but every step is a generator
  async *step({ inputs: { iterationInput, iterationParallel = 1 }, label }) {
    const items = readItems(iterationInput, label)
    const parallel = Math.min(maxParallel, Math.max(1, Math.trunc(iterationParallel)))
    return { items, parallel, input: { items } }
  },
})

function readItems(text: string, label: string): Json[] {
  const items = parseJson(text.trim())
  if (!Array.isArray(items)) {
    throw new AppError('INVALID_FLOW', `${label}: Array Input is not a JSON array.`)
  }
  if (items.length > maxItems) {
    throw new AppError(
      'RUN_LIMIT',
      `${label}: there are ${items.length} items, and the limit is ${maxItems}.`,
    )
  }
  return items as Json[]
}
