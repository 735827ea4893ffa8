import { pineconeApi } from '#server/credentials/pinecone-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { DocumentSource, Embeddings, RecordManager } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { document, embeddings, fileUpload, mmrInputs, recordManager, topK } from './common-inputs.ts'
import { mmrOf, type Pinecone, pineconeStore, putIntoPinecone, readFromPinecone } from './pinecone-store.ts'
import { readFilter, toRetriever } from './store-handles.ts'
import { upsertAll } from './upsert-all.ts'

const more = { optional: true, additionalParams: true } as const

type Call = {
  inputs: {
    readonly document: DocumentSource[]
    readonly embeddings: Embeddings
    readonly recordManager: RecordManager | undefined
    readonly pineconeIndex: string
    readonly pineconeNamespace: string | undefined
    readonly pineconeTextKey: string | undefined
    readonly pineconeMetadataFilter: Json | undefined
    readonly searchType: string | undefined
    readonly fetchK: number | undefined
    readonly lambda: number | undefined
  }
  credential: { readonly pineconeApiKey: string }
  ports: AnyCall['ports']
}

export const pinecone = defineNode({
  name: 'pinecone',
  label: 'Pinecone',
  version: 5,
  category: 'Vector Stores',
  description: 'Searches an index in Pinecone.',
  icon: 'store',
  baseClasses: ['Pinecone', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: pineconeApi,

  inputs: {
    document,
    embeddings,
    recordManager,
    pineconeIndex: { label: 'Pinecone Index', type: 'string' },
    pineconeNamespace: {
      label: 'Pinecone Namespace',
      type: 'string',
      placeholder: 'my-first-namespace',
      ...more,
    },
    fileUpload,
    pineconeTextKey: {
      label: 'Pinecone Text Key',
      type: 'string',
      description: 'Metadata key that holds the text.',
      placeholder: 'text',
      ...more,
    },
    pineconeMetadataFilter: {
      label: 'Pinecone Metadata Filter',
      type: 'json',
      acceptVariable: true,
      ...more,
    },
    topK,
    ...mmrInputs,
  },

  outputs: {
    retriever: {
      label: 'Pinecone Retriever',
      baseClasses: ['Pinecone', 'VectorStoreRetriever', 'BaseRetriever'],
      build: (call) => toRetriever(pineconeStore(settingsOf(call)), call.inputs.topK),
    },
    vectorStore: {
      label: 'Pinecone Vector Store',
      baseClasses: ['Pinecone', 'VectorStore'],
      build: (call) => pineconeStore(settingsOf(call)),
    },
  },

  upsert(call) {
    const settings = settingsOf(call)
    return upsertAll({
      label: call.label,
      report: call.ports.reportProgress,
      store: `${settings.index}_${settings.namespace ?? ''}`,
      manager: call.inputs.recordManager,
      sources: call.inputs.document,
      embed: (texts) => settings.embed(texts, 'document'),
      put: (documents, vectors, ids) => putIntoPinecone(settings, documents, vectors, ids),
      remove: (ids) => readFromPinecone(settings, ids),
    })
  },
})

function settingsOf({ inputs, credential, ports }: Call): Pinecone {
  return {
    apiKey: credential.pineconeApiKey,
    index: inputs.pineconeIndex,
    namespace: inputs.pineconeNamespace,
    textKey: inputs.pineconeTextKey ?? 'text',
    filter: readFilter(inputs.pineconeMetadataFilter),
    fetch: ports.fetch,
    embed: inputs.embeddings.embed,
    mmr: mmrOf(inputs),
  }
}
