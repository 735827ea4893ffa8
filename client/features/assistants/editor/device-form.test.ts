import { expect, test } from 'vitest'
import { type AssistantDraft, assistantDetailsSchema } from '#shared/assistants.ts'
import { chooseForm } from './device-form.ts'

const details = assistantDetailsSchema.parse({ name: 'Desk', instruction: 'Answer briefly.' })
const opened = { id: 'a', details, head: { revision: 4 } } as AssistantDraft
const mine = { ...details, instruction: 'Answer at length.' }
const key = 'ada:assistant:a'

test('without a form of this device, or with the same, the form of the server opens', () => {
  const part = { name: 'chatOpenAI', inputs: { temperature: 0.5 } }
  // As the server reads it back, a part has the defaults of its node.
  const readBack = { ...details, chatModel: { ...part, inputs: { streaming: true, temperature: 0.5 } } }
  const device = { key, details: { ...details, chatModel: part }, base: 3 }

  expect(chooseForm(opened, undefined)).toBe('server')
  expect(chooseForm({ ...opened, details: readBack }, device)).toBe('server')
  const credential = { ...device.details, chatModel: { ...part, credential: 'a-key' } }
  expect(chooseForm({ ...opened, details: readBack }, { ...device, details: credential })).toBe('both')
})

test('a form that was not saved opens, and conflicts with one that was saved elsewhere since', () => {
  expect(chooseForm(opened, { key, details: mine, base: 4 })).toBe('device')
  expect(chooseForm(opened, { key, details: mine, base: 3 })).toBe('both')
})

test('a form of an assistant that has no flow yet is based on nothing', () => {
  expect(chooseForm({ ...opened, head: null }, { key, details: mine, base: 0 })).toBe('device')
})
