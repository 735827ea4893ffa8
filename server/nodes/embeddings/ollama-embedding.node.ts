import { ollamaApi } from '#server/credentials/ollama-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { onlySet, otherThan } from '#server/nodes/chat-models/read-settings.ts'

const defaultUrl = 'http://localhost:11434'
const more = { optional: true, additionalParams: true } as const

export const ollamaEmbedding = defineNode({
  name: 'ollamaEmbedding',
  label: 'Ollama Embedding',
  version: 1,
  category: 'Embeddings',
  description: 'Embedding model on an Ollama server.',
  icon: 'embedding',
  baseClasses: ['OllamaEmbeddings', 'Embeddings'],
  credential: ollamaApi,
  credentialOptional: true,

  inputs: {
    baseUrl: { label: 'Base URL', type: 'string', default: defaultUrl },
    modelName: { label: 'Model Name', type: 'string', placeholder: 'nomic-embed-text' },
    numGpu: {
      label: 'Number of GPU',
      type: 'number',
      description: 'Layers to load onto the GPU.',
      ...more,
    },
    numThread: { label: 'Number of Thread', type: 'number', ...more },
    useMMap: { label: 'Use MMap', type: 'boolean', default: true, ...more },
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({
      provider: 'ollama',
      model: inputs.modelName,
      apiKey: credential?.ollamaApiKey,
      baseUrl: defaultUrl,
      customBaseUrl: otherThan(defaultUrl, inputs.baseUrl),
      providerOptions: onlySet({
        num_gpu: inputs.numGpu,
        num_thread: inputs.numThread,
        use_mmap: inputs.useMMap,
      }),
    }),
})
