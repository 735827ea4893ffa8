import { callModel } from '#server/engine/call-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatModel, Retriever, VectorStore } from '#server/engine/handles.ts'
import { toRetriever } from '#server/nodes/vector-stores/store-handles.ts'
import { formatTemplate } from './context-of.ts'
import { query, retrieverOutputs } from './retriever-outputs.ts'

const prompts = {
  websearch:
    'Write a passage of a web page that answers this question, in its language.\nQuestion: {question}\nPassage:',
  scifact:
    'Write a passage of a scientific paper that supports or refutes this claim.\nClaim: {question}\nPassage:',
  arguana: 'Write an argument against this passage.\nPassage: {question}\nCounter argument:',
  'trec-covid':
    'Write a passage of a scientific paper that answers this question.\nQuestion: {question}\nPassage:',
  fiqa: 'Write a passage of a financial article that answers this question.\nQuestion: {question}\nPassage:',
  'dbpedia-entity':
    'Write a passage of an encyclopedia that answers this question.\nQuestion: {question}\nPassage:',
  'trec-news': 'Write a passage of the news about this topic.\nTopic: {question}\nPassage:',
  'mr-tydi':
    'Write a passage in the language of this question that answers it in detail.\nQuestion: {question}\nPassage:',
} as const

type Call = {
  inputs: {
    readonly model: ChatModel
    readonly vectorStore: VectorStore
    readonly query: string | undefined
    readonly promptKey: keyof typeof prompts | undefined
    readonly customPrompt: string | undefined
    readonly topK: number | undefined
  }
  turn: { question: string }
}

export const hydeRetriever = defineNode({
  name: 'HydeRetriever',
  label: 'HyDE Retriever',
  version: 3,
  category: 'Retrievers',
  description: 'Searches with a hypothetical answer that a model writes.',
  icon: 'retriever',
  baseClasses: ['HydeRetriever', 'BaseRetriever'],

  inputs: {
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    vectorStore: { label: 'Vector Store', type: 'VectorStore' },
    query,
    promptKey: {
      label: 'Select Defined Prompt',
      type: 'options',
      options: Object.keys(prompts).map((name) => ({ label: name, name: name as keyof typeof prompts })),
      default: 'websearch',
      optional: true,
    },
    customPrompt: {
      label: 'Custom Prompt',
      type: 'string',
      description: 'Overrides the prompt above: {question}.',
      rows: 4,
      optional: true,
      additionalParams: true,
    },
    topK: {
      label: 'Top K',
      type: 'number',
      description: 'Number of chunks.',
      step: 1,
      min: 1,
      default: 4,
      optional: true,
      additionalParams: true,
    },
  },

  outputs: retrieverOutputs('HyDE Retriever', ['HydeRetriever'], open),
})

function open({
  inputs: { model, vectorStore, promptKey = 'websearch', customPrompt, topK },
}: Call): Retriever {
  const retriever = toRetriever(vectorStore, topK)
  return {
    async retrieve(question) {
      const content = formatTemplate(customPrompt ?? prompts[promptKey], { question })
      const { text } = await callModel(model, { messages: [{ role: 'user', content }] })
      return retriever.retrieve(text.trim() || question)
    },
  }
}
