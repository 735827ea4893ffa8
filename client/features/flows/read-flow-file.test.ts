import { expect, test } from 'vitest'
import { readFlowFile } from './read-flow-file.ts'

const flow = '{"nodes":[],"edges":[]}'
const fileOf = (text: string, name: string) => new File([text], name)

test('a flow is read unchanged, under the name of its file', async () => {
  const file = { nodes: [{ id: 'a', data: { name: 'a', tint: 3, inputs: { x: 1 } } }], edges: [], zoom: 2 }

  expect(await readFlowFile(fileOf(`\ufeff${JSON.stringify(file)}`, 'Returns desk Chatflow.json'))).toEqual({
    name: 'Returns desk',
    type: 'CHATFLOW',
    file,
  })
})

test.each([
  [flow, 'flow.txt', 'notJson'],
  ['{"nodes":', 'flow.json', 'unreadable'],
  ['{"prompts":[]}', 'flow.json', 'noFlow'],
  ['[]', 'flow.json', 'noFlow'],
  ['null', 'flow.json', 'noFlow'],
  ['{"nodes":[{"type":"agentFlow"}]}', 'flow.json', 'agentFlow'],
])('%s as %s: %s', async (text, name, issue) => {
  expect(await readFlowFile(fileOf(text, name))).toEqual({ issue })
})

test.each([
  ['Desk Chatflow (2).json', 'Desk'],
  ['Team Agents.JSON', 'Team'],
  ['plain.json', 'plain'],
  ['.json', '.json'],
])('%s is named %s', async (file, name) => {
  expect(await readFlowFile(fileOf(flow, file))).toMatchObject({ name })
})
