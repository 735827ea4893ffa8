import { defineNode } from '#server/engine/define-node.ts'
import { toRetriever } from '#server/nodes/vector-stores/store-handles.ts'
import { defaultVariantsPrompt, fuseLists, generateVariants } from './generate-variants.ts'

const defaultConstant = 60

export const multiQueryRetriever = defineNode({
  name: 'multiQueryRetriever',
  label: 'Multi Query Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Searches with several versions of the question that a model writes.',
  icon: 'retriever',
  baseClasses: ['MultiQueryRetriever', 'BaseRetriever'],

  inputs: {
    vectorStore: { label: 'Vector Store', type: 'VectorStore' },
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    modelPrompt: {
      label: 'Prompt',
      type: 'string',
      description: 'Prompt for the versions of the question: {question}, {questionCount}.',
      rows: 4,
      default: defaultVariantsPrompt,
      optional: true,
    },
  },

  build({ inputs }) {
    const retriever = toRetriever(inputs.vectorStore, undefined)
    return {
      async retrieve(question) {
        const questions = await generateVariants(
          inputs.model,
          question,
          inputs.modelPrompt ?? defaultVariantsPrompt,
        )
        return fuseLists(await Promise.all(questions.map(retriever.retrieve)), defaultConstant)
      },
    }
  },
})
