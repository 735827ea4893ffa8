import { aControlFlow } from '#server/testing/run-test-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { FlowFile } from '#shared/flow-file.ts'

const start = { id: 'start', name: 'startAgentflow', label: 'Start' }

const model = {
  id: 'llm',
  name: 'llmAgentflow',
  label: 'Write',
  inputs: { llmModel: 'flowtillDemoModel', llmModelConfig: {}, llmReturnResponseAs: 'assistantMessage' },
}

const reply = (id: string, directReplyMessage: string) => ({
  ...{ id, name: 'directReplyAgentflow', label: id },
  inputs: { directReplyMessage },
})

/** Asks a person before it refunds. */
export const refundFlow = aControlFlow(
  [
    start,
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

/** Answers with the demo model. */
export const answerFlow = aControlFlow(
  [start, model, reply('reply', 'Answer: {{ llm }}')],
  ['start -> llm', 'llm -> reply'],
)

/** A server with two users; the flow belongs to ada. */
export async function openExecutions(file: FlowFile, settings: Parameters<typeof createTestApp>[0] = {}) {
  const world = await createTestApp({ listen: true, ...settings })
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const flow: { id: string } = (
    await ada.call('POST', '/chatflows', {
      ...{ name: 'Refund desk', type: 'AGENTFLOW', flowData: JSON.stringify(file) },
    })
  ).json()
  const ask = async (question: string, chatId = question): Promise<{ executionId: string; text: string }> =>
    (await ada.call('POST', `/prediction/${flow.id}`, { question, chatId })).json()
  return { ...world, ada, eve, flow, ask }
}
