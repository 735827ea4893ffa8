import { describe, expect, test } from 'vitest'
import type { Ports } from '#server/engine/ports.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { openSandboxModels } from '#server/upstream/models/testing/sandbox-models.ts'
import { createRunCode } from '#server/upstream/scripts/run-code.ts'
import { referenceTo } from '#shared/flow-file.ts'

const runCode = createRunCode({
  fetch: () => {
    throw new Error('No script of this test asks the world.')
  },
})

describe('a prompt template', () => {
  test.each([
    ['takes the value written down for a variable', 'Say exactly: {word}', { word: 'tea' }, 'tea'],
    [
      'gives the question to the one variable without a value',
      'Say exactly: {word} and {more}',
      { more: 'milk' },
      'salt and milk',
    ],
    ['interpolates references', 'Say exactly: {word}', { word: '<{{question}}>' }, '<salt>'],
    ['counts an empty value as none', 'Say exactly: {word}', { word: '' }, 'salt'],
    ['is sent as it stands without variables', 'Say exactly: nothing', {}, 'nothing'],
    ['writes numbers and data as text', 'Say exactly: {a} {b}', { a: 7, b: { c: [1] } }, '7 {"c":[1]}'],
    ['keeps JSON in its text', 'Say exactly: {"word": "{word}"}', {}, '{"word": "salt"}'],
  ])('%s', async (_, template, values, answer) => {
    expect(await request({ template, promptValues: JSON.stringify(values) })).toBe(answer)
  })

  test('a question cannot access the variables of the prompt', async () => {
    expect(
      await request({ template: 'Say exactly: {word}', promptValues: '' }, '{word} {{$vars.city}}'),
    ).toBe('{word} {{$vars.city}}')
  })

  test('names the variables without a value if there are several', async () => {
    await expect(request({ template: '{a} {b} {c}', promptValues: '{"b": "x"}' })).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message:
        'LLM Chain: give {a}, {c} a value under Format Prompt Values. Only one may be left for the question.',
    })
  })

  test('requires its values by name', async () => {
    await expect(request({ template: 'Hello', promptValues: '["a"]' })).rejects.toThrow(
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

  test('sends a system and a user message', async () => {
    expect(await request(inputs, 'What does the map cost?', 'chatPromptTemplate')).toBe(
      'The map costs nine euros.',
    )
  })

  test.each([
    ['objects', "return [{ role: 'user', content: $flow.input }, { type: 'ai', content: 'Well.' }]"],
    ['pairs', "return [['human', $flow.input], ['assistant', 'Well.']]"],
    [
      'classes of older flows',
      `const { HumanMessage, AIMessage } = require('@langchain/core/messages')
       return [new HumanMessage($flow.input), new AIMessage({ content: 'Well.' })]`,
    ],
  ])('inserts the messages returned by its code between the two: %s', async (_, messageHistoryCode) => {
    const { chat, requests } = scriptedModel(['Fine.'])

    await request({ ...inputs, messageHistoryCode }, 'And {now}?', 'chatPromptTemplate', chat)

    expect(requests[0]?.messages).toEqual([
      { role: 'system', content: 'The map costs nine euros.' },
      { role: 'user', content: 'And {now}?' },
      { role: 'assistant', content: 'Well.' },
      { role: 'user', content: 'And {now}?' },
    ])
  })

  test.each([
    ['return 7', 'Chat Prompt Template: the code of Messages History must return a list'],
    ["return [{ role: 'tool', content: 'x' }]", 'message 1 of Messages History needs a role'],
    ["return [['user', 'a'], ['user', 7]]", 'message 2 of Messages History needs a role'],
    ["return [require('fs')]", 'There is no library fs here'],
  ])('reports an error in the code: %s', async (messageHistoryCode, sentence) => {
    const requested = request({ ...inputs, messageHistoryCode }, 'Hi', 'chatPromptTemplate')

    await expect(requested).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message: expect.stringContaining(sentence),
    })
  })
})

async function request(
  inputs: Record<string, unknown>,
  question = 'salt',
  name = 'promptTemplate',
  model?: Ports['chat'],
) {
  const chat = model ?? (await openSandboxModels()).chat
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    { name, inputs },
    {
      name: 'llmChain',
      inputs: { model: referenceTo('flowtillDemoModel_0'), prompt: referenceTo(`${name}_0`) },
    },
  ])
  const { text } = await prepareRun({ flow, chat, question, stream: false, world: { runCode } }).run()
  return text
}
