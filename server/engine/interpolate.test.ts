import { expect, test } from 'vitest'
import { interpolate, interpolateJson, usesHistory } from './interpolate.ts'

const turn = {
  question: 'Who am I?',
  flowId: 'f1',
  chatId: 'c1',
  sessionId: 's1',
  messageId: 'm1',
  vars: { city: 'Izmir' },
  chatHistory: 'user: Hello\nassistant: Hi',
}
const built = new Map<string, unknown>([
  ['llmChain_0', 'Three "quoted"\nlines'],
  ['parser_0', '{"name":"Ada","tags":["a","b"],"born":{"year":1815}}'],
  ['data_0', { count: 3, ok: true, nested: { a: null } }],
  ['model_0', { stream: () => undefined }],
])
const scope = { turn, built }

test.each([
  ['{{question}}', 'Who am I?'],
  ['{{ question }}', 'Who am I?'],
  ['You asked: {{question}} ({{question}})', 'You asked: Who am I? (Who am I?)'],
  ['{{chat_history}}', 'user: Hello\nassistant: Hi'],
  ['{{file_attachment}}', ''],
  ['{{$vars.city}}', 'Izmir'],
  ['{{$vars.unknown}}', '{{$vars.unknown}}'],
  ['{{$vars.constructor}} {{$flow.constructor}}', '{{$vars.constructor}} {{$flow.constructor}}'],
  ['{{$vars.__proto__}}', '{{$vars.__proto__}}'],
  [
    '{{$flow.chatflowId}} {{$flow.chatId}} {{$flow.sessionId}} {{$flow.apiMessageId}} {{$flow.input}}',
    'f1 c1 s1 m1 Who am I?',
  ],
  ['{{llmChain_0.data.instance}}', 'Three "quoted"\nlines'],
  ['{{parser_0.data.instance.name}} {{parser_0.data.instance.born.year}}', 'Ada 1815'],
  ['{{parser_0.data.instance.tags}}', '["a","b"]'],
  ['{{parser_0.data.instance.missing}}', '{{parser_0.data.instance.missing}}'],
  ['{{data_0.data.instance.count}} {{data_0.data.instance.ok}}', '3 true'],
  ['{{data_0.data.instance.nested}}', '{"a":null}'],
  ['{{model_0.data.instance}}', '{{model_0.data.instance}}'],
  ['{{nobody_0.data.instance}}', '{{nobody_0.data.instance}}'],
  ['{"a": {"b": 1}} {single}', '{"a": {"b": 1}} {single}'],
])('%s becomes %s', (text, expected) => {
  expect(interpolate(text, scope)).toBe(expected)
})

test('inserted values are not expanded again', () => {
  const sly = { turn: { ...turn, question: '{{$vars.city}}' }, built }

  expect(interpolate('{{question}}', sly)).toBe('{{$vars.city}}')
})

test('values in JSON cannot break out of their text', () => {
  const interpolated = interpolateJson(
    { a: '{{llmChain_0.data.instance}}', b: ['{{question}}', 1, null], c: { d: true } },
    scope,
  )

  expect(interpolated).toEqual({ a: 'Three "quoted"\nlines', b: ['Who am I?', 1, null], c: { d: true } })
})

test.each([
  ['{{chat_history}}', true],
  ['Before {{ $flow.chatHistory }} after', true],
  ['{{question}}', false],
  [7, false],
])('whether %s references the history: %s', (value, asks) => {
  expect(usesHistory(value)).toBe(asks)
})
