import { googleGenerativeAI } from '#server/credentials/google-generative-ai.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'
import { onlySet } from '#server/nodes/chat-models/read-settings.ts'

export const googleGenerativeAiEmbeddings = defineNode({
  name: 'googleGenerativeAiEmbeddings',
  label: 'Google Gemini Embedding',
  version: 2,
  category: 'Embeddings',
  description: 'Google embedding model, with a key from AI Studio.',
  icon: 'embedding',
  baseClasses: ['GoogleGenerativeAiEmbeddings', 'GoogleGenerativeAIEmbeddings', 'Embeddings'],
  credential: googleGenerativeAI,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'gemini-embedding-001',
    },
    tasktype: {
      label: 'Task Type',
      type: 'options',
      description:
        'Search sets the type for questions and documents automatically. The other types are for other tasks.',
      options: [
        { label: 'TASK_TYPE_UNSPECIFIED', name: 'TASK_TYPE_UNSPECIFIED' },
        { label: 'RETRIEVAL_QUERY', name: 'RETRIEVAL_QUERY' },
        { label: 'RETRIEVAL_DOCUMENT', name: 'RETRIEVAL_DOCUMENT' },
        { label: 'SEMANTIC_SIMILARITY', name: 'SEMANTIC_SIMILARITY' },
        { label: 'CLASSIFICATION', name: 'CLASSIFICATION' },
        { label: 'CLUSTERING', name: 'CLUSTERING' },
      ],
      default: 'TASK_TYPE_UNSPECIFIED',
      optional: true,
      additionalParams: true,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({
      provider: 'google',
      model: inputs.modelName,
      apiKey: credential.googleGenerativeAPIKey,
      providerOptions: /^(SEMANTIC|CLASS|CLUST)/.test(inputs.tasktype ?? '')
        ? onlySet({ taskType: inputs.tasktype })
        : undefined,
    }),

  loadMethods: {
    listModels: async () => toChoices(['gemini-embedding-001', 'text-embedding-004']),
  },
})
