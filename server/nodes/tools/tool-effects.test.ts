import { expect, test } from 'vitest'
import type { AnyCall } from '#server/engine/define-node.ts'
import type { Effect, Tool } from '#server/engine/handles.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'

const effects: Record<string, Effect | 'depends'> = {
  ...{ calculator: 'read', currentDateTime: 'read', jsonPathExtractor: 'read', retrieverTool: 'read' },
  ...{ braveSearchAPI: 'read', googleCustomSearch: 'read', serpAPI: 'read', searchAPI: 'read' },
  ...{ serper: 'read', tavilyAPI: 'read', exaSearch: 'read', searXNG: 'read', wolframAlpha: 'read' },
  ...{ webScraperTool: 'read', arxiv: 'read', requestsGet: 'read', chainTool: 'read' },
  ...{ requestsPost: 'write', requestsPut: 'write', requestsDelete: 'write' },
  ...{ ChatflowTool: 'keyed', requestPerson: 'keyed' },
  // Tested one by one below, and in open-mcp.test.ts and open-api-toolkit.node.test.ts.
  ...{ customTool: 'depends', customMCP: 'depends', openAPIToolkit: 'depends' },
  // As the hints of their servers say.
  ...{ customMcpServerTool: 'depends', slackMCP: 'depends', githubMCP: 'depends', browserlessMCP: 'depends' },
  ...{ teradataMCP: 'depends', supergatewayMCP: 'depends', postgreSQLMCP: 'depends' },
  ...{ pipedreamMCP: 'depends', braveSearchMCP: 'depends', sequentialThinkingMCP: 'depends' },
}

const toolNodes = [...catalogue.values()].filter(({ baseClasses }) => baseClasses.includes('Tool'))
const steps = toolNodes.filter(({ step }) => step)
const tools = toolNodes.filter(({ step }) => !step)

test('every tool of the catalogue has a declared effect', () => {
  expect(steps.map(({ name }) => name)).toEqual(['toolAgentflow'])
  expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(effects).toSorted())
})

test.each(Object.entries(effects).filter(([, effect]) => effect !== 'depends'))(
  'a call of %s is declared as %s',
  async (name, effect) => {
    const inputs = { name: 'tool', toolName: 'tool', description: 'Does something.', path: 'a' }
    const call: AnyCall = { ...aSurrounding(), inputs, credential: {} }

    const tool = (await catalogue.get(name)?.build?.(call)) as Tool

    expect(tool.effect).toBe(effect)
  },
)

test.each([
  ['return $a + $b', false, 'read'],
  ['return $a + $b', true, 'read'],
  ['return await fetch($url)', false, 'write'],
  ['return await fetch($url)', true, 'keyed'],
  ["const axios = require('axios')", false, 'write'],
  ['return $tools.pay.call({})', false, 'write'],
])(
  'a custom tool with the code %s and keys understood: %s is declared as %s',
  async (func, keeps, effect) => {
    const customTool = async () => ({ id: '1', name: 'pay', description: 'Pays.', schema: '[]', func })
    const inputs = { selectedTool: '1', keepsIdempotencyKeys: keeps }
    const call: AnyCall = { ...aSurrounding({ customTool }), inputs, credential: undefined }

    const tool = (await catalogue.get('customTool')?.build?.(call)) as Tool

    expect(tool.effect).toBe(effect)
  },
)
