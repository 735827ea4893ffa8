import { defineNode } from '#server/engine/define-node.ts'
import type { Retriever, VectorStore } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { countOf } from '#server/nodes/vector-stores/store-handles.ts'
import { valueAt } from '#shared/json.ts'
import { query, retrieverOutputs } from './retriever-outputs.ts'

type Call = {
  inputs: {
    readonly vectorStore: VectorStore
    readonly query: string | undefined
    readonly resultFormat: string
    readonly topK: number | undefined
  }
  turn: { question: string }
}

const defaultFormat = '{{context}}\nSource: {{metadata.source}}'

export const customRetriever = defineNode({
  name: 'customRetriever',
  label: 'Custom Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Formats each chunk with its metadata as you define.',
  icon: 'retriever',
  baseClasses: ['CustomRetriever', 'BaseRetriever'],

  inputs: {
    vectorStore: { label: 'Vector Store', type: 'VectorStore' },
    query,
    resultFormat: {
      label: 'Result Format',
      type: 'code',
      description: '{{context}} is the text, {{metadata.source}} is a metadata field.',
      rows: 4,
      default: defaultFormat,
    },
    topK: {
      label: 'Top K',
      type: 'number',
      description: 'Number of chunks. Default: 4.',
      step: 1,
      min: 1,
      optional: true,
      additionalParams: true,
    },
  },

  outputs: retrieverOutputs('Custom Retriever', ['CustomRetriever'], open),
})

function open({ inputs: { vectorStore, resultFormat, topK } }: Call): Retriever {
  return {
    async retrieve(question) {
      const found = await vectorStore.search(question, { count: countOf(topK) })
      return found.map(({ pageContent, metadata }) => ({
        pageContent: write(resultFormat, pageContent, metadata),
        metadata,
      }))
    },
  }
}

function write(format: string, context: string, metadata: Record<string, Json>): string {
  return format.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (match, name: string) => {
    if (name === 'context') {
      return context
    }
    return name.startsWith('metadata.') ? toText(valueAt(metadata, name.split('.').slice(1))) : match
  })
}

function toText(value: unknown) {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}
