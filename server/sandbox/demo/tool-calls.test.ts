import { describe, expect, test } from 'vitest'
import { answerDemo, type DemoRequest } from '../demo-answer.ts'

const user = (text: string) => ({ role: 'user', text })
const assistant = (text: string) => ({ role: 'assistant', text })

describe('tools', () => {
  const tools = [
    {
      name: 'get_weather',
      description: 'Current weather of a city',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string' },
          days: { type: 'integer' },
          unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
        },
        required: ['city', 'days'],
      },
    },
    {
      name: 'calculator',
      description: 'Useful for arithmetic',
      parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
    },
    {
      name: 'sendEmail',
      description: 'Sends an email',
      parameters: {
        type: 'object',
        properties: { to: { type: 'string', description: 'email' } },
        required: ['to'],
      },
    },
  ]

  test.each([
    ['What is the weather in New York for 3 days?', 'get_weather', { city: 'New York', days: 3 }],
    ['Weather in Izmir in fahrenheit', 'get_weather', { city: 'Izmir', days: 0, unit: 'fahrenheit' }],
    ['What is 12*7?', 'calculator', { input: '12*7' }],
    ['Send an email to ada@example.com', 'sendEmail', { to: 'ada@example.com' }],
  ])('are called when they match the question: %s', (question, name, args) => {
    expect(answerDemo({ messages: [user(question)], tools })).toEqual({ text: '', toolUse: { name, args } })
  })

  test('are not called when they do not match', () => {
    expect(answerDemo({ messages: [user('Hello!')], tools }).toolUse).toBeUndefined()
    expect(answerDemo({ messages: [user('12*7')], tools, toolChoice: 'none' })).toEqual({
      text: '12 × 7 = **84**',
    })
  })

  test('are called when required', () => {
    const messages = [user('Hello!')]

    expect(answerDemo({ messages, tools, toolChoice: 'required' }).toolUse).toBeDefined()
    expect(answerDemo({ messages, tools, toolChoice: { name: 'sendEmail' } }).toolUse?.name).toBe('sendEmail')
  })

  test('have their results reported', () => {
    const requested = [user('Weather in Paris?'), assistant('')]
    const result = { role: 'tool', text: '{"temperature":21,"sky":"sunny"}', toolName: 'get_weather' }

    expect(answer([...requested, result])).toBe(
      '**get_weather** answered:\n- **temperature**: 21\n- **sky**: sunny',
    )
  })

  test('have the relevant part of a long result reported', () => {
    const text = `${'The sea is blue and large. '.repeat(30)}The ferry leaves at noon.`
    const result = { role: 'tool', text, toolName: 'search' }

    expect(answer([user('When does the ferry leave?'), assistant(''), result])).toBe(
      '**search** answered: The ferry leaves at noon.',
    )
  })

  test('have a short result repeated in a role, though it shares no word with the question', () => {
    const role = { role: 'system', text: 'You are Ada.' }
    const requested = [role, user('Calculate the sum 12 + 30'), assistant('')]

    expect(answer([...requested, { role: 'tool', text: '42 in Izmir', toolName: 'add' }])).toBe('42 in Izmir')
    expect(answer([...requested, { role: 'tool', text: 'Nothing was found.', toolName: 'find' }])).toContain(
      'I found nothing',
    )
  })
})

function answer(messages: DemoRequest['messages']) {
  return answerDemo({ messages }).text
}
