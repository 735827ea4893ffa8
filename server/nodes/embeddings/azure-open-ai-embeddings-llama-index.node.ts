import { azureOpenAIApi } from '#server/credentials/azure-open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { azureAddress } from '#server/nodes/chat-models/azure-address.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'
import { openAIEmbeddingModels, timeout } from './common-inputs.ts'

export const azureOpenAIEmbeddingsLlamaIndex = defineNode({
  name: 'azureOpenAIEmbeddingsLlamaIndex',
  label: 'Azure OpenAI Embeddings',
  version: 1,
  category: 'Embeddings',
  description: 'OpenAI embedding model in your Azure account, for LlamaIndex engines.',
  icon: 'embedding',
  baseClasses: ['AzureOpenAIEmbeddings', 'BaseEmbedding_LlamaIndex', 'BaseEmbedding'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],
  credential: azureOpenAIApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      description: 'The model of the deployment. It determines the price.',
      default: 'text-embedding-3-small',
    },
    timeout,
  },

  build({ inputs, credential, ports }) {
    return ports.embeddings({
      provider: 'azure',
      model: inputs.modelName,
      apiKey: credential.azureOpenAIApiKey,
      baseUrl: azureAddress(credential),
      timeoutMs: inputs.timeout,
    })
  },

  loadMethods: {
    listModels: async () => toChoices(openAIEmbeddingModels),
  },
})
