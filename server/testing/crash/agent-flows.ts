import type { FlowFile } from '#shared/flow-file.ts'
import { aControlFlow } from '../run-test-program.ts'

/** An agent flow for the kill harness: what its runs must answer, and the effects each of them must have had once. */
export type KilledFlow = { name: string; file: FlowFile; text: string; effects: readonly string[] }

const start = { id: 'start', name: 'startAgentflow', label: 'Start' }
const model = {
  llmModel: 'flowtillDemoModel',
  llmModelConfig: {},
  llmEnableMemory: true,
  llmMemoryType: 'allMessages',
  llmReturnResponseAs: 'assistantMessage',
}
const llm = (id: string, parentNode?: string) => ({
  ...{ id, name: 'llmAgentflow', label: id, inputs: model },
  ...(parentNode && { parentNode }),
})
const reply = (id: string, directReplyMessage: string) => ({
  ...{ id, name: 'directReplyAgentflow', label: id },
  inputs: { directReplyMessage },
})

export function flowsToKill(host: string): KilledFlow[] {
  const post = (id: string, effect: string, parentNode?: string) => ({
    ...{ id, name: 'httpAgentflow', label: id },
    inputs: { method: 'POST', url: `http://${host}/{{ $flow.chatId }}:${effect}`, responseType: 'json' },
    ...(parentNode && { parentNode }),
  })
  return [
    {
      name: 'a model and two effects',
      file: aControlFlow(
        [start, post('first', 'first'), llm('llm'), post('second', 'second'), reply('end', 'Both are done.')],
        ['start -> first', 'first -> llm', 'llm -> second', 'second -> end'],
      ),
      text: 'Both are done.',
      effects: ['first', 'second'],
    },
    {
      name: 'a loop',
      file: aControlFlow(
        [
          start,
          llm('llm'),
          post('each', 'round {{ loop_count }}'),
          {
            ...{ id: 'loop', name: 'loopAgentflow', label: 'loop' },
            inputs: { loopBackToNode: 'llm-llm', maxLoopCount: 3, fallbackMessage: 'Three rounds.' },
          },
        ],
        ['start -> llm', 'llm -> each', 'each -> loop'],
      ),
      text: 'Three rounds.',
      effects: ['round 0', 'round 1', 'round 2'],
    },
    {
      name: 'an iteration, two items at a time',
      file: aControlFlow(
        [
          start,
          {
            ...{ id: 'items', name: 'iterationAgentflow', label: 'items' },
            inputs: { iterationInput: '["a","b","c"]', iterationParallel: 2 },
          },
          llm('inner', 'items'),
          post('item', 'item {{ $iteration }}', 'items'),
          reply('end', 'All items.'),
        ],
        ['start -> items', 'inner -> item', 'items -> end'],
      ),
      text: 'All items.',
      effects: ['item a', 'item b', 'item c'],
    },
    {
      name: 'an approval',
      file: aControlFlow(
        [
          start,
          post('before', 'before'),
          {
            ...{ id: 'check', name: 'humanInputAgentflow', label: 'check' },
            inputs: {
              humanInputDescriptionType: 'fixed',
              humanInputDescription: 'Go on?',
              humanInputEnableFeedback: true,
            },
          },
          post('after', 'after'),
          reply('yes', 'Approved.'),
          reply('no', 'Rejected.'),
        ],
        ['start -> before', 'before -> check', 'check:0 -> after', 'after -> yes', 'check:1 -> no'],
      ),
      text: 'Approved.',
      effects: ['before', 'after'],
    },
  ]
}
