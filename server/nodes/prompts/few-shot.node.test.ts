import { describe, expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { referenceTo } from '#shared/flow-file.ts'

const examples = '[{"word": "happy {x}", "antonym": "sad"}, {"word": "tall", "antonym": "short"}]'

function aFlow(inputs: Record<string, unknown>) {
  return buildFlow([
    { name: 'chatOpenAI', credential: 'chosen' },
    { name: 'promptTemplate', inputs: { template: '{word} -> {antonym}' } },
    {
      name: 'fewShotPromptTemplate',
      inputs: {
        examples,
        examplePrompt: referenceTo('promptTemplate_0'),
        prefix: 'Give the antonym.',
        suffix: 'Word: {input}',
        exampleSeparator: '\\n',
        templateFormat: 'f-string',
        ...inputs,
      },
    },
    {
      name: 'llmChain',
      inputs: { model: referenceTo('chatOpenAI_0'), prompt: referenceTo('fewShotPromptTemplate_0') },
    },
  ])
}

describe('a prompt with examples', () => {
  test('includes them between prefix and suffix; braces in them are text', async () => {
    const { chat, requests } = scriptedModel(['small'])

    await prepareRun({ flow: aFlow({}), chat, question: 'large' }).run()

    expect(requests[0]?.messages[0]?.content).toBe(
      'Give the antonym.\nhappy {x} -> sad\ntall -> short\nWord: large',
    )
  })

  test.each([
    [{ examples: 'no list' }, 'Examples must be a JSON list'],
    [{ examples: '[{"word": "happy"}]' }, '{antonym} has no value'],
    [{ templateFormat: 'jinja-2' }, 'jinja is not read here'],
  ])('reports invalid input: %j', async (inputs, message) => {
    const { chat } = scriptedModel([])

    await expect(prepareRun({ flow: aFlow(inputs), chat }).run()).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message: expect.stringContaining(message),
    })
  })
})
