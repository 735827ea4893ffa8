import { expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { createNodesService } from './nodes.service.ts'

const { loadOptions } = createNodesService({
  catalogue,
  portsFor: () => ({
    listModels: async () => [],
    listFlows: async () => [{ id: 'f1', name: 'Returns' }],
    customTool: async (id) => ({
      ...{ id, name: 'refund', description: 'Pays back', func: 'return 1' },
      schema: '[{"property":"amount","type":"number","description":"How much","required":true}]',
    }),
  }),
  openCredential: async () => ({ values: {}, platform: false }),
  listPages: async () => [],
})

const load = async (name: string, loadMethod: string, more: object = {}) =>
  (await loadOptions('ada', { name, loadMethod, inputs: {}, ...more })).map((option) => option.name)

test('a step lists the models, tools, embeddings and stores that its form can configure', async () => {
  expect(await load('llmAgentflow', 'listModels')).toEqual(expect.arrayContaining(['chatOpenAI']))
  expect(await load('llmAgentflow', 'listModels')).not.toContain('chatOpenAI_LlamaIndex')
  const tools = await load('agentAgentflow', 'listTools')
  expect(tools).toEqual(expect.arrayContaining(['calculator', 'customTool']))
  // It needs a retriever, which a form cannot connect.
  expect(tools).not.toContain('retrieverTool')
  expect(await load('agentAgentflow', 'listEmbeddings')).toContain('openAIEmbeddings')
  const stores = await load('agentAgentflow', 'listVectorStores')
  expect(stores).toContain('pinecone')
  expect(stores).not.toContain('memoryVectorStore')
  expect(await load('agentAgentflow', 'listStores')).toEqual([])
  expect(await load('executeFlowAgentflow', 'listFlows')).toEqual(['f1'])
})

test('keys of the state and targets of a loop come from the nodes before it', async () => {
  const previousNodes = [
    {
      id: 's',
      name: 'startAgentflow',
      label: 'Start',
      inputs: { startState: [{ key: 'plan' }, { key: '' }] },
    },
    { id: 'llmAgentflow_0', name: 'llmAgentflow', label: 'Planner', inputs: {} },
    { id: 'n', name: 'stickyNoteAgentflow', label: 'Note', inputs: {} },
  ]

  expect(await load('llmAgentflow', 'listRuntimeStateKeys', { previousNodes })).toEqual(['plan'])
  expect(await load('loopAgentflow', 'listPreviousNodes', { previousNodes })).toEqual([
    'llmAgentflow_0-Planner',
  ])
  expect(await load('loopAgentflow', 'listPreviousNodes')).toEqual([])
})

test('the arguments of the chosen tool are those of its schema', async () => {
  const currentNode = {
    inputs: {
      toolAgentflowSelectedTool: 'customTool',
      toolAgentflowSelectedToolConfig: { selectedTool: 'refund' },
    },
  }

  expect(await load('toolAgentflow', 'listToolInputArgs', { currentNode })).toEqual(['amount'])
  expect(await load('toolAgentflow', 'listToolInputArgs')).toEqual([])
  await expect(load('toolAgentflow', 'listSecrets')).rejects.toThrow('There is no node named')
})
