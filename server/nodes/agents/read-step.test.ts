import { expect, test } from 'vitest'
import { parseLoose, readStep } from './read-step.ts'

test.each([
  ['plain', 'Thought: I add.\nAction: calculator\nAction Input: 2 + 2', 'calculator', '2 + 2'],
  ['its own observation', 'Action: calc\nAction Input: 1\nObservation: 7\nFinal Answer: 7', 'calc', '1'],
  ['marks', '**Thought:** hm\n**Action:** `calc`\n**Action Input:** "x"', 'calc', '"x"'],
  ['brackets', 'Action: [search]\nAction Input: socks', 'search', 'socks'],
  ['numbers', 'Action 1: search\nAction Input 1: socks', 'search', 'socks'],
  ['a fence', 'Action: calc\nAction Input:\n```json\n{"a": 1}\n```', 'calc', '{"a": 1}'],
  ['several lines', 'Action: write\nAction Input: one\ntwo', 'write', 'one\ntwo'],
  ['no input', 'Action: now', 'now', ''],
  ['small letters', 'action: calc\naction input: 1', 'calc', '1'],
  ['JSON', '{"action": "calc", "action_input": "1 + 1"}', 'calc', '1 + 1'],
  ['fenced JSON', 'I will.\n```json\n{"action": "calc", "action_input": {"a": 1,}}\n```', 'calc', '{"a":1}'],
])('an action with %s', (_, reply, tool, input) => {
  expect(readStep(reply)).toMatchObject({ tool, input })
})

test.each([
  ['plain', 'Thought: I know.\nFinal Answer: 42', '42'],
  ['marks', '**Final Answer:** It is\n**42**', 'It is\n**42**'],
  ['several lines', 'Final Answer: a\nb', 'a\nb'],
  ['no format at all', 'Hello! How can I help?', 'Hello! How can I help?'],
  ['JSON', '```json\n{"action": "Final Answer", "action_input": "42"}\n```', '42'],
  ['JSON with line breaks', '{"action": "final_answer", "action_input": "a\nb"}', 'a\nb'],
  ['braces of its own', 'Write {"a": 1} in the file.', 'Write {"a": 1} in the file.'],
])('an answer with %s', (_, reply, answer) => {
  expect(readStep(reply)).toEqual({ answer })
})

test('thoughts without an action are unclear', () => {
  expect(readStep('Thought: I should search.')).toEqual({ unclear: 'Thought: I should search.' })
})

test.each(['{"a":1,}', '```json\n{"a":1}\n```', '{"a":1}'])('reads the step %s', (text) => {
  expect(parseLoose(text)).toEqual({ a: 1 })
})
