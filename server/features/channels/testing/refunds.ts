import { aControlFlow } from '#server/testing/run-test-program.ts'

const reply = (id: string, directReplyMessage: string) => ({
  ...{ id, name: 'directReplyAgentflow', label: id },
  inputs: { directReplyMessage },
})
/** Asks the visitor whether an order is refunded, and takes feedback. */
export const refunds = aControlFlow(
  [
    { id: 'start', name: 'startAgentflow', label: 'Start' },
    {
      ...{ id: 'check', name: 'humanInputAgentflow', label: 'Check' },
      inputs: {
        humanInputDescriptionType: 'fixed',
        humanInputDescription: 'Refund {{ question }}?',
        humanInputEnableFeedback: true,
      },
    },
    reply('yes', 'Refunded.'),
    reply('no', 'Kept.'),
  ],
  ['start -> check', 'check:0 -> yes', 'check:1 -> no'],
)
