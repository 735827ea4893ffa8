import { expect, test } from 'vitest'
import { assistantDetailsSchema } from '#shared/assistants.ts'
import { readAssistant, writeAssistantFile } from './assistant-file.ts'

const details = assistantDetailsSchema.parse({
  name: 'Desk',
  instruction: 'Answer.',
  chatModel: { name: 'chatOpenAI', inputs: { modelName: 'gpt-4.1', FLOWISE_CREDENTIAL_ID: 'secret' } },
  tools: [{ name: 'serper', credential: 'secret' }],
})

const templates = [
  {
    name: 'requestsPost',
    inputs: [
      { name: 'url', type: 'string' },
      { name: 'token', type: 'password' },
      { name: 'spec', type: 'file' },
    ],
  },
]

test('a written file holds neither secrets nor uploads of a tool', () => {
  const inputs = { url: 'https://shop.example', token: 'secret', spec: 'data:text/plain;base64,c2VjcmV0' }
  const tools = [{ name: 'requestsPost', inputs }]

  const { tools: written } = JSON.parse(writeAssistantFile({ ...details, tools }, templates))

  expect(written).toEqual([{ name: 'requestsPost', inputs: { url: 'https://shop.example' } }])
})

test('a written file holds no credential and is read back', () => {
  const file = writeAssistantFile(details, templates)

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
