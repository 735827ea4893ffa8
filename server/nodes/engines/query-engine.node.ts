import { defineNode } from '#server/engine/define-node.ts'
import type { ModelRetriever, QueryEngine, Synthesizer } from '#server/engine/handles.ts'
import { defaultPrompts, refineOver } from '#server/nodes/response-synthesizers/synthesize.ts'

type Inputs = {
  readonly vectorStoreRetriever: ModelRetriever
  readonly responseSynthesizer: Synthesizer | undefined
}

export const queryEngine = defineNode({
  name: 'queryEngine',
  label: 'Query Engine',
  version: 2,
  category: 'Engine',
  description: 'Answers one question from retrieved documents.',
  icon: 'engine',
  baseClasses: ['QueryEngine', 'BaseQueryEngine'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],

  inputs: {
    vectorStoreRetriever: { label: 'Vector Store Retriever', type: 'VectorIndexRetriever' },
    responseSynthesizer: {
      label: 'Response Synthesizer',
      type: 'ResponseSynthesizer',
      description: 'How to build an answer from the passages found.',
      optional: true,
    },
    returnSourceDocuments: { label: 'Return Source Documents', type: 'boolean', optional: true },
  },

  build: ({ inputs }) => engineOf(inputs),

  async *run({ inputs, turn: { question } }) {
    const { sourceDocuments } = yield* engineOf(inputs).query(question)
    return inputs.returnSourceDocuments ? { sourceDocuments } : undefined
  },
})

function engineOf({ vectorStoreRetriever: retriever, responseSynthesizer }: Inputs): QueryEngine {
  const synthesizer = responseSynthesizer ?? refineOver(defaultPrompts)
  return {
    async *query(question) {
      const documents = await retriever.retrieve(question)
      const text = yield* synthesizer.synthesize({ question, documents, model: retriever.model })
      return { text, sourceDocuments: documents }
    },
  }
}
