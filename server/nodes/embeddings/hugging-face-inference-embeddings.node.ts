import { huggingFaceApi } from '#server/credentials/hugging-face-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'

export const huggingFaceInferenceEmbeddings = defineNode({
  name: 'huggingFaceInferenceEmbeddings',
  label: 'Hugging Face Inference Embedding',
  version: 1,
  category: 'Embeddings',
  description: 'Embedding model on Hugging Face or on your own inference endpoint.',
  icon: 'embedding',
  baseClasses: ['HuggingFaceInferenceEmbeddings', 'Embeddings'],
  credential: huggingFaceApi,

  inputs: {
    modelName: {
      label: 'Model',
      type: 'string',
      placeholder: 'BAAI/bge-small-en-v1.5',
      default: 'BAAI/bge-small-en-v1.5',
      optional: true,
    },
    endpoint: {
      label: 'Endpoint',
      type: 'string',
      description: 'URL of your own inference endpoint.',
      placeholder: 'https://xyz.eu-west-1.aws.endpoints.huggingface.cloud',
      optional: true,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({
      provider: 'huggingface',
      model: inputs.modelName ?? 'BAAI/bge-small-en-v1.5',
      apiKey: credential.huggingFaceApiKey,
      baseUrl: 'https://router.huggingface.co/hf-inference',
      customBaseUrl: inputs.endpoint,
      batchSize: 32,
    }),
})
