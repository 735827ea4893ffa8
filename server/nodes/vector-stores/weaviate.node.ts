import { weaviateApi } from '#server/credentials/weaviate-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { document, embeddings, recordManager, topK } from './common-inputs.ts'
import { type RestStore, type StoreCall, storeOutputs, storeUpsert } from './rest-store.ts'
import { readFilter } from './store-handles.ts'
import { weaviateStore } from './weaviate-store.ts'

const more = { optional: true, additionalParams: true } as const

type Call = StoreCall & {
  inputs: {
    readonly weaviateScheme: 'https' | 'http' | undefined
    readonly weaviateConnectionType: 'cloud' | 'local' | 'custom' | undefined
    readonly weaviateHost: string
    readonly weaviateHttpSecure: boolean | undefined
    readonly weaviateIndex: string
    readonly weaviateTextKey: string | undefined
    readonly weaviateMetadataKeys: string | undefined
    readonly weaviateFilter: Json | undefined
    readonly alpha: number | undefined
  }
  credential: { readonly weaviateApiKey: string } | undefined
  ports: Pick<AnyCall['ports'], 'fetch'>
}

export const weaviate = defineNode({
  name: 'weaviate',
  label: 'Weaviate',
  version: 4,
  category: 'Vector Stores',
  description: 'Searches a collection in Weaviate by meaning, or by meaning and keywords.',
  icon: 'store',
  baseClasses: ['Weaviate', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: weaviateApi,
  credentialOptional: true,

  inputs: {
    document,
    embeddings,
    recordManager,
    weaviateScheme: {
      label: 'Weaviate Scheme',
      type: 'options',
      options: [
        { label: 'https', name: 'https' },
        { label: 'http', name: 'http' },
      ],
      default: 'https',
      optional: true,
    },
    weaviateConnectionType: {
      label: 'Weaviate Connection Type',
      type: 'options',
      description: 'Overrides the scheme in newer flows.',
      options: [
        { label: 'Cloud', name: 'cloud' },
        { label: 'Local', name: 'local' },
        { label: 'Custom', name: 'custom' },
      ],
      ...more,
    },
    weaviateHost: { label: 'Weaviate Host', type: 'string', placeholder: 'localhost:8080' },
    weaviateHttpSecure: {
      label: 'HTTP Secure',
      type: 'boolean',
      default: true,
      show: { weaviateConnectionType: 'custom' },
      ...more,
    },
    weaviateIndex: {
      label: 'Weaviate Index',
      type: 'string',
      description: 'Name of the collection. It starts with a capital letter.',
      placeholder: 'Museum',
    },
    weaviateTextKey: {
      label: 'Weaviate Text Key',
      type: 'string',
      description: 'Property that holds the text.',
      placeholder: 'text',
      ...more,
    },
    weaviateMetadataKeys: {
      label: 'Weaviate Metadata Keys',
      type: 'string',
      description: 'JSON list of the properties to return with each chunk. Empty: all.',
      placeholder: '["source"]',
      rows: 4,
      ...more,
    },
    topK,
    weaviateFilter: {
      label: 'Weaviate Search Filter',
      type: 'json',
      description: 'A where filter of Weaviate.',
      acceptVariable: true,
      ...more,
    },
    alpha: {
      label: 'Alpha (for Hybrid Search)',
      type: 'number',
      description: 'Hybrid search: 1 is only meaning, 0 is only keywords.',
      placeholder: '1',
      step: 0.1,
      min: 0,
      max: 1,
      ...more,
    },
  },

  outputs: storeOutputs('Weaviate', 'Weaviate', open),
  upsert: storeUpsert(open),
})

function open({ inputs, credential, ports }: Call): RestStore {
  const { weaviateIndex: collection, weaviateTextKey: textKey = 'text', alpha } = inputs
  return weaviateStore({
    url: addressOf(inputs),
    collection,
    textKey,
    keys: readKeys(inputs.weaviateMetadataKeys),
    where: readFilter(inputs.weaviateFilter),
    alpha,
    headers: credential ? { authorization: `Bearer ${credential.weaviateApiKey}` } : {},
    fetch: ports.fetch,
  })
}

function addressOf({
  weaviateHost,
  weaviateScheme,
  weaviateConnectionType,
  weaviateHttpSecure,
}: Call['inputs']) {
  const host = weaviateHost
    .trim()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
  const schemes = {
    cloud: 'https',
    local: 'http',
    custom: weaviateHttpSecure === false ? 'http' : 'https',
  } as const
  const scheme = weaviateConnectionType ? schemes[weaviateConnectionType] : (weaviateScheme ?? 'https')
  return `${scheme}://${host}`
}

function readKeys(text: string | undefined): string[] | undefined {
  if (text === undefined) {
    return undefined
  }
  try {
    const keys: unknown = JSON.parse(text)
    return Array.isArray(keys) ? keys.map(String) : undefined
  } catch (error) {
    throw new AppError('INVALID_FLOW', 'Weaviate Metadata Keys must be a JSON list of names.', {
      cause: error,
    })
  }
}
