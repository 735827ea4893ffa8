import { defineNode } from '#server/engine/define-node.ts'
import type { Document } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { isRecord } from '#shared/json.ts'
import { oneText, textOf } from './one-text.ts'
import { toToolName } from './tool-name.ts'

export const retrieverTool = defineNode({
  name: 'retrieverTool',
  label: 'Retriever Tool',
  version: 3,
  category: 'Tools',
  description: 'Lets an agent search documents with a retriever.',
  icon: 'search',
  baseClasses: ['RetrieverTool', 'DynamicTool', 'Tool', 'StructuredTool', 'Runnable'],

  inputs: {
    name: { label: 'Retriever Name', type: 'string', placeholder: 'search_handbook' },
    description: {
      label: 'Retriever Description',
      type: 'string',
      rows: 3,
      description: 'When the model should search here.',
    },
    retriever: { label: 'Retriever', type: 'BaseRetriever' },
    returnSourceDocuments: { label: 'Return Source Documents', type: 'boolean', optional: true },
    retrieverToolMetadataFilter: {
      label: 'Additional Metadata Filter',
      type: 'json',
      description: 'Search only documents with these metadata values.',
      optional: true,
      additionalParams: true,
      acceptVariable: true,
    },
  },

  build: ({ inputs }) => ({
    name: toToolName(inputs.name),
    description: inputs.description,
    parameters: oneText('What to look for, as a whole question or in keywords'),
    effect: 'read' as const,
    async call(args) {
      const found = await inputs.retriever.retrieve(textOf(args))
      const documents = found.filter(({ metadata }) => fits(metadata, inputs.retrieverToolMetadataFilter))
      const text = documents.map(({ pageContent }) => pageContent).join('\n\n')
      return {
        text: text || 'Nothing was found.',
        ...(inputs.returnSourceDocuments && { sourceDocuments: documents }),
      }
    },
  }),
})

function fits(metadata: Document['metadata'], filter: Json | undefined) {
  const target = isRecord(filter) ? Object.entries(filter) : []
  return target.every(([name, value]) =>
    Array.isArray(value) ? value.some((each) => isSame(each, metadata[name])) : isSame(value, metadata[name]),
  )
}

const isSame = (a: Json, b: Json | undefined) => JSON.stringify(a) === JSON.stringify(b)
