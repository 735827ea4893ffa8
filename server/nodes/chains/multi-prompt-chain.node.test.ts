import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { referenceTo } from '#shared/flow-file.ts'

const flow = buildFlow([
  { name: 'chatOpenAI', credential: 'chosen' },
  ...['physics', 'astrophysics'].map((name, index) => ({
    name: 'promptRetriever',
    id: `promptRetriever_${index}`,
    inputs: { name, description: `Questions of ${name}`, systemMessage: `You teach ${name}.` },
  })),
  {
    name: 'multiPromptChain',
    inputs: {
      model: referenceTo('chatOpenAI_0'),
      promptRetriever: [referenceTo('promptRetriever_0'), referenceTo('promptRetriever_1')],
    },
  },
])

test.each([
  ['physics', 'You teach physics.'],
  [' Astrophysics.\n', 'You teach astrophysics.'],
  ['The right one is astrophysics, not physics', 'You teach astrophysics.'],
  ['NONE', undefined],
])('a routing reply of %j selects the prompt for the question', async (routing, system) => {
  const { chat, requests } = scriptedModel([routing, 'It is far.'])
  const run = prepareRun({ flow, chat, question: 'How far?' })

  expect((await run.run()).text).toBe('It is far.')

  expect(requests[0]?.system).toContain('- astrophysics: Questions of astrophysics')
  expect(requests[1]?.system).toBe(system)
  expect(requests[1]?.messages).toEqual([{ role: 'user', content: 'How far?' }])
})
