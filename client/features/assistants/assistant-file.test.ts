import { expect, test } from 'vitest'
import { assistantDetailsSchema } from '#shared/assistants.ts'
import { readAssistant, writeAssistantFile } from './assistant-file.ts'

const details = assistantDetailsSchema.parse({
  name: 'Desk',
  instruction: 'Answer.',
  chatModel: { name: 'chatOpenAI', inputs: { modelName: 'gpt-4.1', FLOWISE_CREDENTIAL_ID: 'secret' } },
  tools: [{ name: 'serper', credential: 'secret' }],
})

test('a written file holds no credential and is read back', () => {
  const file = writeAssistantFile(details)

  expect(file).not.toContain('secret')
  expect(readAssistant(file)).toMatchObject({ name: 'Desk', chatModel: { name: 'chatOpenAI' } })
})

test.each([
  ['a whole export', { AssistantCustom: [{ details: JSON.stringify(details) }] }],
  ['one row of an export', { details: JSON.stringify(details) }],
])('%s is read', (_, file) => {
  expect(readAssistant(JSON.stringify(file))).toMatchObject({ instruction: 'Answer.' })
})

test('other files are named as such', () => {
  expect(readAssistant('{')).toEqual({ issue: 'unreadable' })
  expect(readAssistant('{"nodes":[]}')).toEqual({ issue: 'noAssistant' })
  expect(readAssistant('[]')).toEqual({ issue: 'noAssistant' })
})
