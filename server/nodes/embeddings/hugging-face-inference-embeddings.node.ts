import { huggingFaceApi } from '#server/credentials/hugging-face-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'

export const huggingFaceInferenceEmbeddings = defineNode({
  name: 'huggingFaceInferenceEmbeddings',
  label: 'HuggingFace Inference Embedding',
  version: 1,
  category: 'Embeddings',
  description: 'An embedding model at Hugging Face, or at an inference endpoint of your own.',
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
      description: 'Address of an inference endpoint of your own.',
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
