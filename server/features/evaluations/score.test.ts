import { expect, test } from 'vitest'
import { createRunCode } from '#server/upstream/scripts/run-code.ts'
import { evaluatorConfigSchema } from '#shared/evaluators.ts'
import { compileSchema, scoreAnswer } from './score.ts'

const runCode = createRunCode({ fetch: globalThis.fetch, cpuMs: 250 })

function score(config: object, answered: object) {
  const rule = evaluatorConfigSchema.parse(config)
  if (rule.kind === 'judge') {
    throw new Error('Judges are models.')
  }
  const base = { flowId: 'f', input: 'Q', expected: '', answer: '', costMicro: 0, latencyMs: 0, steps: [] }
  return scoreAnswer(rule, { ...base, ...answered }, { runCode, signal: new AbortController().signal })
}

test('exact ignores space, and case unless asked not to', async () => {
  const answered = { answer: ' Forty\n two ', expected: 'forty two' }

  expect(await score({ kind: 'exact' }, answered)).toMatchObject({ score: 1 })
  expect(await score({ kind: 'exact', ignoresCase: false }, answered)).toMatchObject({ score: 0 })
})

test('contains scores the share of expected lines, or the absence of forbidden ones', async () => {
  const answered = { answer: 'Free above 750 lira.', expected: 'free\n750\n89' }

  expect((await score({ kind: 'contains' }, answered)).score).toBeCloseTo(2 / 3)
  expect(await score({ kind: 'contains', text: 'free', isForbidden: true }, answered)).toEqual({
    ...{ score: 0, cause: 'forbidden', reason: 'free' },
  })
})

test('a pattern matches, and an endless one is ended without stopping the server', async () => {
  expect(await score({ kind: 'regex', pattern: '^TC-\\d{5}$' }, { answer: 'TC-20533' })).toMatchObject({
    score: 1,
  })
  expect(await score({ kind: 'regex', pattern: '^(a+)+$' }, { answer: `${'a'.repeat(40)}!` })).toMatchObject({
    ...{ score: 0, cause: 'tooSlow' },
  })
})

test('a JSON schema is checked, also in a code fence; patterns in it are rejected', async () => {
  const schema = JSON.stringify({ type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] })

  expect(await score({ kind: 'schema', schema }, { answer: '```json\n{"n": 3}\n```' })).toMatchObject({
    score: 1,
  })
  expect(await score({ kind: 'schema', schema }, { answer: '{"n": "3"}' })).toMatchObject({
    cause: 'schemaMismatch',
  })
  expect(await score({ kind: 'schema', schema }, { answer: 'three' })).toMatchObject({ cause: 'noJson' })
  expect(() => compileSchema('{"type":"string","pattern":"^(a+)+$"}')).toThrow('Patterns in a JSON schema')
})

test('numbers are compared with the expected one, a value, the time or the cost', async () => {
  const base = { kind: 'numeric', measure: 'answer', compare: 'equals' }

  expect(await score({ ...base, tolerance: 1 }, { answer: 'It is 1,014.', expected: '1015' })).toMatchObject({
    score: 1,
  })
  expect(await score(base, { answer: 'About a dozen', expected: '12' })).toMatchObject({ cause: 'noNumber' })
  expect(
    await score({ ...base, measure: 'seconds', compare: 'atMost', value: 2 }, { latencyMs: 2_500 }),
  ).toMatchObject({ score: 0, reason: '2.5' })
  expect(
    await score({ ...base, measure: 'usd', compare: 'atMost', value: 0.01 }, { costMicro: 900 }),
  ).toMatchObject({ score: 1 })
})

test('own code returns a score with a reason; its errors are reasons too', async () => {
  const code = 'return { score: $output.length > $expected.length ? 0.5 : 1, reason: "length" }'

  expect(await score({ kind: 'script', code }, { answer: 'long', expected: 'x' })).toEqual({
    ...{ score: 0.5, cause: 'said', reason: 'length' },
  })
  expect(await score({ kind: 'script', code: 'return "much"' }, {})).toMatchObject({ cause: 'failed' })
  expect(await score({ kind: 'script', code: 'for (;;);' }, {})).toMatchObject({ score: 0, cause: 'failed' })
})

test('a tool counts as called when its call was simulated', async () => {
  const steps = [{ kind: 'tool', label: 'cancel_order', ms: 1, isSimulated: true }]

  expect(await score({ kind: 'tool', tool: 'cancel_order' }, { steps })).toMatchObject({ score: 1 })
  expect(await score({ kind: 'tool', tool: 'get_order' }, { steps })).toMatchObject({ cause: 'notCalled' })
})
