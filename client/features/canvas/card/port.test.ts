import { expect, test } from 'vitest'
import { en } from '#client/texts/en.ts'
import { outputLabel } from './port.tsx'

const said = (label: string, type: string) => outputLabel({ label, type }, en.common)

test.each([
  ['ConversationChain', 'ConversationChain | LLMChain | BaseChain | Runnable'],
  ['AgentExecutor', 'AgentExecutor | BaseChain | Runnable'],
  ['SimpleChatEngine', 'SimpleChatEngine'],
])('an output of the class %s is the answer', (label, type) => {
  expect(said(label, type)).toEqual({ label: 'Answer', kind: '' })
})

test.each([
  ['Moderation', 'Moderation', ''],
  ['Output Prediction', 'string | json', 'Value'],
  ['LLM Chain', 'LLMChain | BaseChain', ''],
])('%s keeps its name', (label, type, kind) => {
  expect(said(label, type).label).toBe(label)
  expect(said(label, type).kind === '').toBe(kind === '')
})
