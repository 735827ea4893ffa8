import { describe, expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { openSandboxModels } from '#server/upstream/models/testing/sandbox-models.ts'
import { referenceTo } from '#shared/flow-file.ts'

describe('a prompt template', () => {
  test.each([
    ['takes the value written down for a variable', 'Say exactly: {word}', { word: 'tea' }, 'tea'],
    [
      'gives the question to the one variable without a value',
      'Say exactly: {word} and {more}',
      { more: 'milk' },
      'salt and milk',
    ],
    ['fills references in', 'Say exactly: {word}', { word: '<{{question}}>' }, '<salt>'],
    ['counts an empty value as none', 'Say exactly: {word}', { word: '' }, 'salt'],
    ['is sent as it stands without variables', 'Say exactly: nothing', {}, 'nothing'],
    ['writes numbers and data as text', 'Say exactly: {a} {b}', { a: 7, b: { c: [1] } }, '7 {"c":[1]}'],
    ['keeps JSON in its text', 'Say exactly: {"word": "{word}"}', {}, '{"word": "salt"}'],
  ])('%s', async (_, template, values, answer) => {
    expect(await ask({ template, promptValues: JSON.stringify(values) })).toBe(answer)
  })

  test('a question cannot reach the variables of the prompt', async () => {
    expect(await ask({ template: 'Say exactly: {word}', promptValues: '' }, '{word} {{$vars.city}}')).toBe(
      '{word} {{$vars.city}}',
    )
  })

  test('names the variables that have no value when there are several', async () => {
    await expect(ask({ template: '{a} {b} {c}', promptValues: '{"b": "x"}' })).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message:
        'LLM Chain: give {a}, {c} a value under Format Prompt Values. Only one may be left for the question.',
    })
  })

  test('wants its values by name', async () => {
    await expect(ask({ template: 'Hello', promptValues: '["a"]' })).rejects.toThrow(
      'Prompt Template: Format Prompt Values must name each value',
    )
  })
})

describe('a chat prompt template', () => {
  const inputs = {
    systemMessagePrompt: 'The {thing} costs nine euros.',
    humanMessagePrompt: '{ask}',
    promptValues: '{"thing": "map"}',
  }

  test('speaks as system and as user', async () => {
    expect(await ask(inputs, 'What does the map cost?', 'chatPromptTemplate')).toBe(
      'The map costs nine euros.',
    )
  })

  test('does not run JavaScript yet, and says so', async () => {
    const asked = ask({ ...inputs, messageHistoryCode: 'return []' }, 'Hi', 'chatPromptTemplate')

    await expect(asked).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message:
        'Chat Prompt Template: this server does not run JavaScript yet, so Messages History must be left empty.',
    })
  })
})

async function ask(inputs: Record<string, unknown>, question = 'salt', name = 'promptTemplate') {
  const { chat } = await openSandboxModels()
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    { name, inputs },
    {
      name: 'llmChain',
      inputs: { model: referenceTo('flowtillDemoModel_0'), prompt: referenceTo(`${name}_0`) },
    },
  ])
  const { text } = await prepareRun({ flow, chat, question, stream: false }).run()
  return text
}
