import type { DocumentSource, Retriever } from '#server/engine/handles.ts'
import type { LoadedDocuments } from '#server/nodes/document-loaders/document-source.ts'

/** If empty, the current question is used. */
export const query = {
  label: 'Query',
  type: 'string',
  description: 'Query for the Document and Text outputs. Empty: the message.',
  acceptVariable: true,
  optional: true,
} as const

type QueryCall = { inputs: { readonly query: string | undefined }; turn: { question: string } }

export function retrieverOutputs<Call extends QueryCall, const Classes extends readonly string[]>(
  label: string,
  classes: Classes,
  open: (call: Call) => Retriever,
) {
  const find = (call: Call) => open(call).retrieve(call.inputs.query ?? call.turn.question)
  return {
    retriever: { label, baseClasses: [...classes, 'BaseRetriever'] as const, build: open },
    document: {
      label: 'Document',
      baseClasses: ['Document', 'json'] as const,
      build: (call: Call): LoadedDocuments => {
        // A new key for each run, so that no index reuses old results.
        const source: DocumentSource = { key: crypto.randomUUID(), load: () => find(call) }
        return source as LoadedDocuments
      },
    },
    text: {
      label: 'Text',
      baseClasses: ['string', 'json'] as const,
      build: async (call: Call) => (await find(call)).map(({ pageContent }) => pageContent).join('\n\n'),
    },
  }
}
