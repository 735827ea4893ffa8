import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { readHeaders } from '#server/nodes/chat-models/read-settings.ts'
import { baseOptions, basepath, batchSize, dimensions, stripNewLines, timeout } from './common-inputs.ts'
import { withoutNewLines } from './without-new-lines.ts'

export const openAIEmbeddingsCustom = defineNode({
  name: 'openAIEmbeddingsCustom',
  label: 'OpenAI Custom Embedding',
  version: 3,
  category: 'Embeddings',
  description: 'Any embedding model on an OpenAI-compatible server.',
  icon: 'embedding',
  baseClasses: ['OpenAIEmbeddingsCustom', 'OpenAIEmbeddings', 'Embeddings'],
  credential: openAIApi,

  inputs: {
    stripNewLines,
    batchSize,
    timeout,
    basepath,
    baseOptions,
    modelName: { label: 'Model Name', type: 'string', default: 'text-embedding-3-small', optional: true },
    dimensions,
  },

  build({ inputs, credential, ports }) {
    const embeddings = ports.embeddings({
      provider: 'openai',
      model: inputs.modelName ?? 'text-embedding-3-small',
      apiKey: credential.openAIApiKey,
      baseUrl: credential.basePath,
      customBaseUrl: inputs.basepath,
      dimensions: inputs.dimensions,
      batchSize: inputs.batchSize,
      timeoutMs: inputs.timeout,
      headers: readHeaders(inputs.baseOptions),
    })
    return inputs.stripNewLines ? withoutNewLines(embeddings) : embeddings
  },
})
