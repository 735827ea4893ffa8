import { expect, test } from 'vitest'
import { en } from '#client/texts/en.ts'
import { outputLabel } from './port.tsx'

const labelOf = (label: string, type: string) => outputLabel({ label, type }, en.common)

test.each([
  ['ConversationChain', 'ConversationChain | LLMChain | BaseChain | Runnable'],
  ['AgentExecutor', 'AgentExecutor | BaseChain | Runnable'],
  ['SimpleChatEngine', 'SimpleChatEngine'],
])('an output of the class %s is labeled Answer', (label, type) => {
  expect(labelOf(label, type)).toEqual({ label: 'Answer', kind: '' })
})

test.each([
  ['Moderation', 'Moderation', ''],
  ['Output Prediction', 'string | json', 'Value'],
  ['LLM Chain', 'LLMChain | BaseChain', ''],
])('%s retains its name', (label, type, kind) => {
  expect(labelOf(label, type).label).toBe(label)
  expect(labelOf(label, type).kind === '').toBe(kind === '')
})
