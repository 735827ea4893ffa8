import { azureOpenAIApi } from '#server/credentials/azure-open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { readHeaders } from '#server/nodes/chat-models/read-settings.ts'
import { baseOptions, basepath, batchSize, timeout, toChoices } from './common-inputs.ts'

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
    const { azureOpenAIApiInstanceName: instance, azureOpenAIApiDeploymentName: deployment } = credential
    const version = `?api-version=${encodeURIComponent(credential.azureOpenAIApiVersion)}`
    const ownAddress = `https://${instance}.openai.azure.com/openai/deployments/${deployment}`
    return ports.embeddings({
      provider: 'azure',
      model: inputs.modelName,
      apiKey: credential.azureOpenAIApiKey,
      baseUrl: (credential.basePath ?? ownAddress) + version,
      customBaseUrl: inputs.basepath && `${inputs.basepath.replace(/\/+$/, '')}/${deployment}${version}`,
      batchSize: inputs.batchSize,
      timeoutMs: inputs.timeout,
      headers: readHeaders(inputs.baseOptions),
    })
  },

  loadMethods: {
    listModels: async () =>
      toChoices(['text-embedding-3-large', 'text-embedding-3-small', 'text-embedding-ada-002']),
  },
})
