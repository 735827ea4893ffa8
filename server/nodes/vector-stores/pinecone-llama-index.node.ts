import { pineconeApi } from '#server/credentials/pinecone-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { Embeddings } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { document, topK } from './common-inputs.ts'
import { type Pinecone, pineconeStore, putIntoPinecone, readFromPinecone } from './pinecone-store.ts'
import { readFilter, toRetriever } from './store-handles.ts'
import { upsertAll } from './upsert-all.ts'

const more = { optional: true, additionalParams: true } as const

type Call = {
  inputs: {
    readonly embeddings: Embeddings
    readonly pineconeIndex: string
    readonly pineconeNamespace: string | undefined
    readonly pineconeMetadataFilter: Json | undefined
  }
  credential: { readonly pineconeApiKey: string }
  ports: AnyCall['ports']
}

export const pineconeLlamaIndex = defineNode({
  name: 'pineconeLlamaIndex',
  label: 'Pinecone',
  version: 1,
  category: 'Vector Stores',
  description: 'Searches an index in Pinecone, for LlamaIndex engines.',
  icon: 'store',
  baseClasses: ['Pinecone', 'VectorIndexRetriever'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],
  credential: pineconeApi,

  inputs: {
    document,
    model: { label: 'Chat Model', type: 'BaseChatModel_LlamaIndex' },
    embeddings: { label: 'Embeddings', type: 'BaseEmbedding_LlamaIndex' },
    pineconeIndex: { label: 'Pinecone Index', type: 'string' },
    pineconeNamespace: {
      label: 'Pinecone Namespace',
      type: 'string',
      placeholder: 'my-first-namespace',
      ...more,
    },
    pineconeMetadataFilter: { label: 'Pinecone Metadata Filter', type: 'json', ...more },
    topK,
  },

  outputs: {
    retriever: {
      label: 'Pinecone Retriever',
      baseClasses: ['Pinecone', 'VectorIndexRetriever'],
      build: (call) => ({
        ...toRetriever(pineconeStore(settingsOf(call)), call.inputs.topK),
        model: call.inputs.model,
      }),
    },
    vectorStore: {
      label: 'Pinecone Vector Store Index',
      baseClasses: ['Pinecone', 'VectorStoreIndex'],
      build: (call) => pineconeStore(settingsOf(call)),
    },
  },

  upsert(call) {
    const settings = settingsOf(call)
    return upsertAll({
      label: call.label,
      report: call.ports.reportProgress,
      store: settings.index,
      manager: undefined,
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
    textKey: 'text',
    filter: readFilter(inputs.pineconeMetadataFilter),
    fetch: ports.fetch,
    embed: inputs.embeddings.embed,
  }
}
