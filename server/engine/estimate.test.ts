import { expect, test } from 'vitest'
import { countReceived, estimatePrompt, estimateTokens, textOf } from './estimate.ts'

const question = 'How are you today, my friend?'

test('an estimate before a call is never below the count after it', () => {
  for (const text of [
    '',
    'a',
    question,
    'ığüşöç'.repeat(50),
    '{"a": [1, 2, 3]}'.repeat(20),
    '汉字'.repeat(100),
  ]) {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(countReceived(text))
  }
})

test('everything sent is counted', () => {
  const plain = { messages: [{ role: 'user' as const, content: question }] }
  const toolCalls = [{ id: 'c1', name: 'get_weather', args: { city: 'Paris' } }]
  const spoken = {
    ...plain,
    messages: [...plain.messages, { role: 'assistant' as const, content: '', toolCalls }],
  }
  const equipped = {
    ...plain,
    tools: [{ name: 'get_weather', description: 'Weather', parameters: { type: 'object' } }],
  }

  expect(textOf(spoken)).toContain('Paris')
  expect(estimatePrompt(spoken, 'm')).toBeGreaterThan(estimatePrompt(plain, 'm'))
  expect(estimatePrompt(equipped, 'm')).toBeGreaterThan(estimatePrompt(plain, 'm'))
  expect(estimatePrompt({ ...plain, system: question }, 'm')).toBeGreaterThan(estimatePrompt(plain, 'm'))
})
