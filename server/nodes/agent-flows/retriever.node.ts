import { defineNode } from '#server/engine/define-node.ts'
import type { Document } from '#server/engine/handles.ts'
import { AppError } from '#shared/errors.ts'
import { documentStoreRows, joinDocuments, openKnowledge, vectorStoreRows } from './knowledge.ts'
import { prompt, stateUpdates } from './step-inputs.ts'
import { readUpdates } from './update-state.ts'

export const retrieverAgentflow = defineNode({
  name: 'retrieverAgentflow',
  label: 'Retriever',
  version: 1.1,
  category: 'Agent Flows',
  description: 'Searches document stores.',
  icon: 'retriever',
  baseClasses: ['Retriever'],
  inputs: {
    retrieverKnowledgeDocumentStores: { ...documentStoreRows, array: documentStoreRows.array.slice(0, 1) },
    retrieverKnowledgeVSEmbeddings: vectorStoreRows,
    retrieverQuery: prompt('Retriever Query', {}),
    outputFormat: {
      type: 'options',
      label: 'Output Format',
      options: [
        { name: 'text', label: 'Text' },
        { name: 'textWithMetadata', label: 'Text with Metadata' },
      ],
      default: 'text',
    },
    retrieverUpdateState: stateUpdates,
  },
  // biome-ignore lint/correctness/useYield: it writes nothing, but every step is a generator
  async *step({ inputs, step, label, ports, signal }) {
    const question = inputs.retrieverQuery
    const knowledge = await openKnowledge(
      step,
      { stores: 'retrieverKnowledgeDocumentStores', vectors: 'retrieverKnowledgeVSEmbeddings' },
      { label, ports, signal },
    )
    if (knowledge.length === 0) {
      throw new AppError('INVALID_FLOW', `${label}: no store to search is chosen.`)
    }
    const found: Document[] = []
    for (const { name, retriever } of knowledge) {
      const call = { name: 'retrieve', args: { store: name, question }, effect: 'read' as const }
      found.push(...(await ports.effect(call, () => retriever.retrieve(question))))
    }
    const content =
      inputs.outputFormat === 'text' ? joinDocuments(found) : JSON.stringify(found, undefined, 2)
    const value = { content, sourceDocuments: found }
    return {
      value,
      input: { question },
      patch: readUpdates(step, 'retrieverUpdateState', value),
    }
  },
})
