import { expect, test } from 'vitest'
import { checkDeployment, type Deployment } from './check-deployment.ts'
import { parseFlowFile } from './flow-file.ts'
import type { NodeTemplate, TemplateInput } from './nodes.ts'

const memory: TemplateInput = { name: 'memory', label: 'Memory', type: 'BaseMemory', optional: true }
const agent = { name: 'agent', category: 'Agents', inputs: [memory], outputs: [] }
const kinds = new Map([['agent', agent as unknown as NodeTemplate]])

function check(around: Partial<Deployment>, inputs: object = { memory: '{{memory_0.data.instance}}' }) {
  const node = { id: 'agent_0', data: { name: 'agent', label: 'Desk', inputs } }
  const { nodes } = parseFlowFile(JSON.stringify({ nodes: [node], edges: [] }))
  const net = { nodes: new Map(nodes.map((each) => [each.id, each])), edges: [] }
  const found = checkDeployment(net, kinds, { unpublished: 0, ...around })
  return found.map(({ issue, severity }) => [issue.name, severity])
}
const settings = (apiConfig: object = {}, chatbotConfig: object = {}) => ({
  isPublic: true,
  apiConfig: JSON.stringify(apiConfig),
  chatbotConfig: JSON.stringify(chatbotConfig),
})
const prompted = { starterPrompts: { 0: { prompt: 'Hi' } } }

test('unknown context yields no issues', () => {
  expect(check({})).toEqual([])
})

test('an empty wallet prevents the flow from answering', () => {
  expect(check({ canPay: false })).toEqual([['walletEmpty', 'blocking']])
  expect(check({ canPay: true })).toEqual([])
})

test('a public flow needs a limit or domains, and starter prompts', () => {
  expect(check({ settings: settings() })).toEqual([
    ['unprotected', 'warning'],
    ['starterPrompts', 'tip'],
  ])
  expect(check({ settings: settings({ rateLimit: { status: true, limitMax: 5 } }, prompted) })).toEqual([])
  expect(check({ settings: settings({}, { allowedOrigins: ['https://a.example'], ...prompted }) })).toEqual(
    [],
  )
  expect(check({ settings: settings({ rateLimit: { status: false, limitMax: 5 } }, prompted) })).toEqual([
    ['unprotected', 'warning'],
  ])
  expect(check({ settings: { ...settings(), isPublic: false } })).toEqual([])
  expect(check({ settings: { ...settings(), chatbotConfig: 'broken' } })[0]).toEqual([
    'unprotected',
    'warning',
  ])
})

test('counts unpublished changes, and suggests a memory to a chain without one', () => {
  expect(check({ unpublished: 7 })).toEqual([['unpublished', 'warning']])
  expect(check({}, { memory: '' })).toEqual([['addMemory', 'tip']])
})
