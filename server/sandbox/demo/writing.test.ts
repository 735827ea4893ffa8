import { expect, test } from 'vitest'
import { stepsRequest } from '#server/features/writing/prompts.ts'
import { readPlan } from '#shared/settle-plan.ts'
import { answerDemo, type DemoRequest } from '../demo-answer.ts'

const kinds = ['start', 'llm', 'agent', 'humanInput', 'http', 'conditionAgent', 'iteration', 'directReply']
const text = { type: 'string' }
const schema = {
  type: 'object',
  properties: {
    steps: {
      type: 'array',
      items: { type: 'object', properties: { id: text, kind: { ...text, enum: kinds } } },
    },
    links: { type: 'array', items: { type: 'object', properties: { from: text, to: text } } },
  },
}
const plan = (description: string, expected: NonNullable<DemoRequest['json']>['schema'] = schema) =>
  readPlan(
    JSON.parse(
      answerDemo({ messages: [{ role: 'user', text: description }], json: { schema: expected } }).text,
    ),
  )

test('a description becomes a chain of steps of the allowed kinds', () => {
  const found = plan(
    'Classify the request. Fetch the order from https://shop.example/api, then a person approves it. Reply with the result.',
  )

  expect(found?.steps.map(({ kind, label }) => [kind, label])).toEqual([
    ['start', 'Start'],
    ['conditionAgent', 'Classify the request'],
    ['http', 'Fetch the order'],
    ['humanInput', 'A person approves'],
    ['directReply', 'Reply with the'],
  ])
  expect(found?.steps[2]).toMatchObject({ url: 'https://shop.example/api' })
  expect(found?.links.map(({ from, to, output }) => `${from}.${output} ${to}`)).toEqual([
    'start.0 step1',
    'step1.0 step2',
    'step2.0 step3',
    'step3.0 step4',
  ])
  expect(found?.leftOut).toEqual([])
  // Unknown tasks become a model step.
  expect(plan('Search the documents')?.steps[1]?.kind).toBe('llm')
})

test('a description in Turkish, with a list, with a loop, or without content still becomes a complete plan', () => {
  const all = stepsRequest('').schema?.schema
  for (const description of [
    'Belgelerde ara. Yanıtı özetle, sonra bir insan onaylasın. Kullanıcıya cevap ver.',
    'Write a list of topics. Research each topic on it. Check the result and do it again until it is good. Answer.',
    '…',
    'x'.repeat(4_000),
  ]) {
    const found = plan(description, all as typeof schema)
    expect(found?.leftOut).toEqual([])
    expect(found?.steps.length).toBeGreaterThan(1)
  }
  expect(
    plan('Belgelerde ara. Kullanıcıya cevap ver.', all as typeof schema)?.steps.map(({ kind }) => kind),
  ).toEqual(['start', 'retriever', 'directReply'])
})

test('an instruction is generated from the description, in its language', () => {
  const reported = { role: 'system', text: 'You write instructions (system prompts) for language models.' }
  const write = (task: string) => answerDemo({ messages: [reported, { role: 'user', text: task }] }).text

  expect(write('answers questions about returns. It asks for the order number')).toBe(
    [
      'You are a careful assistant.',
      '',
      'Your task:',
      '- Answers questions about returns.',
      '- It asks for the order number.',
      '',
      'Answer briefly and politely. Say so when you do not know something, and invent nothing.',
    ].join('\n'),
  )
  expect(write('Müşterilerin iade sorularını yanıtla.')).toContain('- Müşterilerin iade sorularını yanıtla.')
})
