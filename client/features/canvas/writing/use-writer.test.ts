import { expect, test } from 'vitest'
import { readGraph } from '../graph/flow-graph.ts'
import { productTemplates } from '../testing/read-flow.ts'
import { choiceOfProvider, choiceOnCanvas } from './use-writer.ts'

const graphOf = (...nodes: { name: string; inputs?: object; credential?: string }[]) =>
  readGraph(
    JSON.stringify({
      nodes: nodes.map(({ inputs = {}, ...data }, index) => ({
        id: `n_${index}`,
        data: { label: '', inputs, ...data },
      })),
      edges: [],
    }),
    '',
  )

test('the first model on the canvas with a credential is used for writing', () => {
  const model = { modelName: 'claude-sonnet-4' }
  expect(
    choiceOnCanvas(
      graphOf(
        { name: 'chatOpenAI', inputs: { modelName: 'gpt-4o' } },
        { name: 'bufferMemory', credential: 'c0' },
        { name: 'chatAnthropic', inputs: model, credential: 'c1' },
        { name: 'chatOpenAI', inputs: { modelName: 'gpt-4o' }, credential: 'c2' },
      ),
    ),
  ).toEqual({ provider: 'chatAnthropic', credentialId: 'c1', modelName: 'claude-sonnet-4', baseUrl: '' })
  const stored = { modelName: 'llama3', baseUrl: 'http://localhost:11434', FLOWISE_CREDENTIAL_ID: 'c3' }
  expect(choiceOnCanvas(graphOf({ name: 'chatOllama', inputs: stored }))).toEqual({
    provider: 'ollama',
    credentialId: 'c3',
    modelName: 'llama3',
    baseUrl: 'http://localhost:11434',
  })
  expect(
    choiceOnCanvas(graphOf({ name: 'chatOpenAI', inputs: { modelName: '{{x}}' }, credential: 'c' })),
  ).toBeUndefined()
})

test('steps store their model in their own fields', () => {
  const inputs = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { modelName: 'gpt-4o', FLOWISE_CREDENTIAL_ID: 'c' },
  }
  expect(choiceOnCanvas(graphOf({ name: 'agentAgentflow', inputs }))).toMatchObject({
    provider: 'chatOpenAI',
    credentialId: 'c',
    modelName: 'gpt-4o',
  })
  expect(
    choiceOnCanvas(graphOf({ name: 'llmAgentflow', inputs: { llmModel: 'chatOpenAI', llmModelConfig: '' } })),
  ).toBeUndefined()
})

test('a provider starts with the default model of its node', () => {
  expect(choiceOfProvider('chatOpenAI', productTemplates.get('chatOpenAI'))).toEqual({
    provider: 'chatOpenAI',
    credentialId: '',
    modelName: 'gpt-4o-mini',
    baseUrl: '',
  })
  expect(choiceOfProvider('groqChat', undefined).modelName).toBe('')
})
