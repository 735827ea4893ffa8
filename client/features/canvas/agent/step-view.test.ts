import { expect, test } from 'vitest'
import { kindNameOf } from './step-view.ts'

const nodeOf = (name: string, type?: string) => ({ name, label: '', inputs: {}, ...(type && { type }) })

test.each([
  [nodeOf('humanInputAgentflow', 'HumanInput'), 'Human Input'],
  [nodeOf('llmAgentflow', 'LLM'), 'LLM'],
  [nodeOf('llmAgentflow'), 'LLM'],
  [nodeOf('humanInputAgentflow'), 'Human Input'],
  [nodeOf('startAgentflow'), 'Start'],
])('the kind of a step is named, also in a file without its type', (data, name) => {
  expect(kindNameOf(data)).toBe(name)
})
