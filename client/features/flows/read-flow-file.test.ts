import { expect, test } from 'vitest'
import { nameOf, readFlowFile } from './read-flow-file.ts'

const flow = '{"nodes":[],"edges":[]}'
const fileOf = (text: string, name: string) => new File([text], name)

test('a flow is read as it is, under the name of its file', async () => {
  expect(await readFlowFile(fileOf(flow, 'Returns desk Chatflow.json'))).toEqual({
    name: 'Returns desk',
    flowData: flow,
  })
})

test.each([
  [flow, 'flow.txt', 'notJson'],
  ['{"nodes":', 'flow.json', 'unreadable'],
  ['{"prompts":[]}', 'flow.json', 'noFlow'],
  ['[]', 'flow.json', 'noFlow'],
  ['null', 'flow.json', 'noFlow'],
  ['{"nodes":[{"type":"agentFlow"}]}', 'flow.json', 'agentFlow'],
])('%s as %s: %s', async (text, name, fault) => {
  expect(await readFlowFile(fileOf(text, name))).toEqual({ fault })
})

test.each([
  ['Desk Chatflow (2).json', 'Desk'],
  ['Team Agents.JSON', 'Team'],
  ['plain.json', 'plain'],
  ['.json', '.json'],
])('%s is called %s', (file, name) => {
  expect(nameOf(file)).toBe(name)
})
