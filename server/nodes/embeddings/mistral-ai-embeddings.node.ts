import { mistralAIApi } from '#server/credentials/mistral-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Embeddings } from '#server/engine/handles.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'
import { otherThan } from '#server/nodes/chat-models/read-settings.ts'
import { basepath, batchSize, stripNewLines } from './common-inputs.ts'
import { withoutNewLines } from './without-new-lines.ts'

export const mistralAIEmbeddings = defineNode({
  name: 'mistralAIEmbeddings',
  label: 'MistralAI Embedding',
  version: 2,
  category: 'Embeddings',
  description: 'Mistral AI embedding model.',
  icon: 'embedding',
  baseClasses: ['MistralAIEmbeddings', 'Embeddings'],
  credential: mistralAIApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'mistral-embed',
    },
    batchSize: { ...batchSize, default: 512 },
    stripNewLines: { ...stripNewLines, default: true },
    overrideEndpoint: { ...basepath, label: 'Override Endpoint' },
  },

  build: ({ inputs, credential, ports }) =>
    withLines(
      inputs.stripNewLines,
      ports.embeddings({
        provider: 'mistral',
        model: inputs.modelName,
        apiKey: credential.mistralAIAPIKey,
        customBaseUrl: otherThan('https://api.mistral.ai/v1', inputs.overrideEndpoint),
        batchSize: inputs.batchSize,
      }),
    ),

  loadMethods: {
    listModels: async () => toChoices(['mistral-embed', 'codestral-embed']),
  },
})

function withLines(isStripped: boolean | undefined, embeddings: Embeddings) {
  return isStripped ? withoutNewLines(embeddings) : embeddings
}
