import { expect, test } from 'vitest'
import { stripSecrets } from './strip-secrets.ts'

const param = (name: string, type: string, more = {}) => ({ name, type, label: name, ...more })

const node = {
  id: 'chatOpenAI_0',
  type: 'customNode',
  position: { x: 10, y: 20 },
  selected: true,
  data: {
    id: 'chatOpenAI_0',
    name: 'chatOpenAI',
    somethingNewer: { kept: true },
    credential: 'a-credential-id',
    selected: true,
    inputParams: [
      param('modelName', 'string'),
      param('apiKey', 'password'),
      param('upload', 'file'),
      param('where', 'folder'),
      param('headers', 'array', { array: [param('key', 'string'), param('value', 'password')] }),
    ],
    inputs: {
      modelName: 'gpt-4o-mini',
      apiKey: 'sk-very-secret',
      upload: 'FILE-STORAGE::["a.pdf"]',
      where: '/home/ada',
      headers: [{ key: 'Authorization', value: 'very-secret' }],
      FLOWISE_CREDENTIAL_ID: 'a-credential-id',
      agentTools: [{ config: { FLOWISE_CREDENTIAL_ID: 'another-credential-id', depth: 2 } }],
    },
  },
}
const edges = [{ source: 'a', target: 'b' }]

test('removes credentials, passwords and files at any depth', () => {
  const text = JSON.stringify(stripSecrets({ nodes: [node], edges }))

  for (const secret of ['secret', 'credential-id', 'FLOWISE_CREDENTIAL_ID', 'FILE-STORAGE', '/home/ada']) {
    expect(text).not.toContain(secret)
  }
})

test('all other data is retained, including unknown fields', () => {
  const { nodes, edges: sameEdges } = stripSecrets({ nodes: [node], edges })

  expect(nodes).toMatchObject([
    {
      position: { x: 10, y: 20 },
      selected: false,
      data: {
        selected: false,
        somethingNewer: { kept: true },
        inputParams: node.data.inputParams,
        inputs: {
          modelName: 'gpt-4o-mini',
          headers: [{ key: 'Authorization' }],
          agentTools: [{ config: { depth: 2 } }],
        },
      },
    },
  ])
  expect(sameEdges).toBe(edges)
})

test('does not modify its input flow', () => {
  const before = structuredClone(node)

  stripSecrets({ nodes: [node], edges })

  expect(node).toEqual(before)
})

test('a node it cannot read stays unchanged', () => {
  expect(stripSecrets({ nodes: ['odd', { id: 'x' }], edges: [] }).nodes).toEqual(['odd', { id: 'x' }])
})
