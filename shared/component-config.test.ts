import { expect, test } from 'vitest'
import {
  componentsIn,
  configCredential,
  credentialsInConfigs,
  newConfig,
  readConfig,
  withConfigCredential,
} from './component-config.ts'
import type { NodeTemplate } from './nodes.ts'

const template: NodeTemplate = {
  ...{ name: 'chatOpenAI', label: 'OpenAI', version: 1, type: 'ChatOpenAI', category: 'Chat Models' },
  ...{ baseClasses: [], tags: [], description: '', icon: 'openai', outputs: [] },
  credential: {
    ...{ name: 'credential', label: 'Credential', type: 'credential' },
    credentialNames: ['openAIApi'],
  },
  inputs: [
    { name: 'cache', label: 'Cache', type: 'BaseCache', optional: true },
    { name: 'modelName', label: 'Model', type: 'asyncOptions', default: 'gpt-5' },
    { name: 'temperature', label: 'Temperature', type: 'number', optional: true },
  ],
}

test('a chosen component starts with its defaults and its name, without ports', () => {
  expect(newConfig('llmModel', 'chatOpenAI', template)).toEqual({
    credential: '',
    modelName: 'gpt-5',
    temperature: '',
    llmModel: 'chatOpenAI',
  })
})

test('settings are read as an object and as JSON text', () => {
  expect(readConfig({ llmModelConfig: { modelName: 'a' } }, 'llmModel')).toEqual({ modelName: 'a' })
  expect(readConfig({ llmModelConfig: '{"modelName":"b"}' }, 'llmModel')).toEqual({ modelName: 'b' })
  expect(readConfig({ llmModelConfig: 'broken' }, 'llmModel')).toEqual({})
})

test('an empty credential id does not hide the other one', () => {
  expect(configCredential({ FLOWISE_CREDENTIAL_ID: '', credential: 'c1' })).toBe('c1')
  expect(configCredential({})).toBeUndefined()
  expect(configCredential(withConfigCredential({ credential: 'old' }, 'c2'))).toBe('c2')
})

test('credentials are found in the settings of fields and of rows, as objects and as text', () => {
  const inputs = {
    llmModel: 'chatOpenAI',
    llmModelConfig: { FLOWISE_CREDENTIAL_ID: 'model' },
    agentTools: [{ agentSelectedTool: 'serper', agentSelectedToolConfig: { credential: 'search' } }],
    agentKnowledge: '[{"vectorStoreConfig":{"credential":"store"}}]',
    prompt: '[not a list',
    credential: 'of the node',
  }

  expect(credentialsInConfigs(inputs)).toEqual(['model', 'search', 'store'])
})

test('chosen components are found in fields and rows, but not other texts', () => {
  const inputs = {
    llmModel: 'chatDefault',
    llmModelConfig: {},
    agentTools: [{ agentSelectedTool: 'serper', agentSelectedToolConfig: {} }, { agentSelectedTool: '' }],
    agentKnowledge: '[{"vectorStore":"pinecone","vectorStoreConfig":{},"knowledgeName":"Papers"}]',
    prompt: '[not a list',
  }

  expect(componentsIn(inputs)).toEqual(['chatDefault', 'serper', 'pinecone'])
})
