import { azureOpenAIApi } from '#server/credentials/azure-open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { azureAddress } from '#server/nodes/chat-models/azure-address.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'
import { readHeaders } from '#server/nodes/chat-models/read-settings.ts'
import { baseOptions, basepath, batchSize, openAIEmbeddingModels, timeout } from './common-inputs.ts'

export const azureOpenAIEmbeddings = defineNode({
  name: 'azureOpenAIEmbeddings',
  label: 'Azure OpenAI Embedding',
  version: 2,
  category: 'Embeddings',
  description: 'OpenAI embedding model in your Azure account.',
  icon: 'embedding',
  baseClasses: ['AzureOpenAIEmbeddings', 'OpenAIEmbeddings', 'Embeddings'],
  credential: azureOpenAIApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      description: 'The model of the deployment. It determines the price.',
      default: 'text-embedding-3-small',
    },
    batchSize: { ...batchSize, default: 100 },
    timeout,
    basepath,
    baseOptions,
  },

  build({ inputs, credential, ports }) {
    return ports.embeddings({
      provider: 'azure',
      model: inputs.modelName,
      apiKey: credential.azureOpenAIApiKey,
      baseUrl: azureAddress(credential),
      customBaseUrl: inputs.basepath && azureAddress(credential, inputs.basepath),
      batchSize: inputs.batchSize,
      timeoutMs: inputs.timeout,
      headers: readHeaders(inputs.baseOptions),
    })
  },

  loadMethods: {
    listModels: async () => toChoices(openAIEmbeddingModels),
  },
})
