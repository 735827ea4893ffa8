import { supabaseApi } from '#server/credentials/supabase-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { document, embeddings, recordManager, topK } from './common-inputs.ts'
import { type RestStore, type StoreCall, storeOutputs, storeUpsert } from './rest-store.ts'
import { queryStore, readFilter } from './store-handles.ts'

const more = { optional: true, additionalParams: true } as const

type Call = StoreCall & {
  inputs: {
    readonly supabaseProjUrl: string
    readonly tableName: string
    readonly queryName: string
    readonly supabaseMetadataFilter: Json | undefined
    readonly supabaseRPCFilter: string | undefined
  }
  credential: { readonly supabaseApiKey: string }
  ports: Pick<AnyCall['ports'], 'fetch'>
}
/** The author's function may omit columns. */
type Row = { content?: Json; metadata?: Record<string, Json> | null; similarity?: number | null }

export const supabase = defineNode({
  name: 'supabase',
  label: 'Supabase',
  version: 4,
  category: 'Vector Stores',
  description: 'Searches a table in Supabase with a database function.',
  icon: 'store',
  baseClasses: ['Supabase', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: supabaseApi,

  inputs: {
    document,
    embeddings,
    recordManager,
    supabaseProjUrl: {
      label: 'Supabase Project URL',
      type: 'string',
      placeholder: 'https://museum.supabase.co',
    },
    tableName: { label: 'Table Name', type: 'string', placeholder: 'documents' },
    queryName: {
      label: 'Query Name',
      type: 'string',
      description: 'Database function that searches. In Supabase guides: match_documents.',
      placeholder: 'match_documents',
    },
    supabaseMetadataFilter: {
      label: 'Supabase Metadata Filter',
      type: 'json',
      acceptVariable: true,
      ...more,
    },
    supabaseRPCFilter: {
      label: 'Supabase RPC Filter',
      type: 'string',
      description: 'Overrides the metadata filter: a chain of conditions.',
      placeholder: 'filter("metadata->a::int", "gt", 5).filter("metadata->>city", "eq", "Izmir")',
      rows: 4,
      ...more,
    },
    topK,
  },

  outputs: storeOutputs('Supabase', 'Supabase', open),
  upsert: storeUpsert(open),
})

function open({ inputs, credential, ports }: Call): RestStore {
  const { supabaseProjUrl, tableName, queryName, supabaseRPCFilter, recordManager: manager } = inputs
  const base = `${supabaseProjUrl.trim().replace(/\/+$/, '')}/rest/v1`
  const { supabaseApiKey: key } = credential
  const request = (path: string, body?: object, method?: string, prefer = 'return=minimal') =>
    queryStore(
      {
        name: 'Supabase',
        fetch: ports.fetch,
        headers: { apikey: key, authorization: `Bearer ${key}`, prefer },
      },
      `${base}/${path}`,
      body,
      method,
    )
  const table = encodeURIComponent(tableName)
  return {
    name: `${tableName}_${queryName}`,
    async find({ vector, count, filter }) {
      const conditions = conditionsIn(supabaseRPCFilter)
      const query = new URLSearchParams([['limit', String(count)], ...conditions])
      const own = conditions.length > 0 ? undefined : readFilter(inputs.supabaseMetadataFilter)
      const target = filter ?? own
      const rows = await request(`rpc/${encodeURIComponent(queryName)}?${query}`, {
        query_embedding: vector,
        ...(target && { filter: target }),
      })
      return (Array.isArray(rows) ? (rows as Row[]) : []).map(({ content, metadata, similarity }) => ({
        pageContent: String(content ?? ''),
        metadata: metadata ?? {},
        score: similarity ?? 0,
      }))
    },
    async put(documents, vectors, ids) {
      const rows = documents.map(({ pageContent: content, metadata }, place) => ({
        // Supabase's guide lets the database number rows, so ids are sent only for record managers.
        ...(manager && { id: ids[place] }),
        content,
        metadata,
        embedding: vectors[place],
      }))
      await request(table, rows, 'POST', 'resolution=merge-duplicates,return=minimal')
    },
    async remove(ids) {
      await request(`${table}?${new URLSearchParams({ id: `in.(${ids.join(',')})` })}`, undefined, 'DELETE')
    },
  }
}

/** Parses `filter("column", "operator", value)`, repeated, into PostgREST's `column=operator.value`. */
function conditionsIn(conditions = ''): [string, string][] {
  const one = /filter\(\s*["']([^"']+)["']\s*,\s*["']([^"']+)["']\s*,\s*(?:["']([^"']*)["']|([^)\s]+))\s*\)/g
  return [...conditions.matchAll(one)].map(([, column = '', operator = '', text, bare]) => [
    column,
    `${operator}.${text ?? bare ?? ''}`,
  ])
}
