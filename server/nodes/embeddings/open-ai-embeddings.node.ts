import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'
import { onlySet, readHeaders } from '#server/nodes/chat-models/read-settings.ts'
import {
  baseOptions,
  basepath,
  batchSize,
  dimensions,
  openAIEmbeddingModels,
  stripNewLines,
  timeout,
} from './common-inputs.ts'
import { withoutNewLines } from './without-new-lines.ts'

export const openAIEmbeddings = defineNode({
  name: 'openAIEmbeddings',
  label: 'OpenAI Embedding',
  version: 4,
  category: 'Embeddings',
  description: 'OpenAI embedding model. Turns texts into searchable vectors.',
  icon: 'embedding',
  baseClasses: ['OpenAIEmbeddings', 'Embeddings'],
  credential: openAIApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'text-embedding-ada-002',
    },
    stripNewLines,
    batchSize,
    timeout,
    basepath,
    baseOptions,
    dimensions,
    encodingFormat: {
      label: 'Encoding Format',
      type: 'options',
      description: 'Format of the vectors in the response. Base64 is smaller.',
      options: [
        { label: 'float', name: 'float' },
        { label: 'base64', name: 'base64' },
      ],
      optional: true,
      additionalParams: true,
    },
  },

  build({ inputs, credential, ports }) {
    const embeddings = ports.embeddings({
      provider: 'openai',
      model: inputs.modelName,
      apiKey: credential.openAIApiKey,
      baseUrl: credential.basePath,
      customBaseUrl: inputs.basepath,
      dimensions: inputs.dimensions,
      batchSize: inputs.batchSize,
      timeoutMs: inputs.timeout,
      headers: readHeaders(inputs.baseOptions),
      providerOptions: onlySet({ encoding_format: inputs.encodingFormat }),
    })
    return inputs.stripNewLines ? withoutNewLines(embeddings) : embeddings
  },

  loadMethods: {
    listModels: async () => toChoices(openAIEmbeddingModels),
  },
})
