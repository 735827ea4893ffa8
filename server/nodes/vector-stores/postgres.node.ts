import { postgresApi } from '#server/credentials/postgres-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type {
  Document,
  DocumentSource,
  Embeddings,
  RecordManager,
  VectorStore,
} from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { document, embeddings, fileUpload, recordManager, topK } from './common-inputs.ts'
import { rejectSharedKey } from './reject-shared-key.ts'
import { readFilter, vectorStoreOutputs } from './store-handles.ts'
import { upsertAll } from './upsert-all.ts'

const more = { optional: true, additionalParams: true } as const
const defaultPort = 5432

const distances = {
  cosine: { operator: '<=>', score: (distance: number) => 1 - distance },
  euclidean: { operator: '<->', score: (distance: number) => 1 / (1 + distance) },
  innerProduct: { operator: '<#>', score: (distance: number) => -distance },
} as const

type Call = {
  isShared: boolean
  label: string
  inputs: {
    readonly document: DocumentSource[]
    readonly embeddings: Embeddings
    readonly topK: number | undefined
    readonly recordManager?: RecordManager | undefined
    readonly host: string
    readonly database: string
    readonly port: number | undefined
    readonly ssl: boolean | undefined
    readonly tableName: string | undefined
    readonly distanceStrategy: keyof typeof distances | undefined
    readonly pgMetadataFilter: Json | undefined
    readonly contentColumnName: string | undefined
  }
  credential: { readonly user: string; readonly password: string }
  ports: Pick<AnyCall['ports'], 'sql'>
}

const outputs = vectorStoreOutputs('Postgres', 'Postgres', storeOf)

export const postgres = defineNode({
  name: 'postgres',
  label: 'Postgres',
  version: 7,
  category: 'Vector Stores',
  description: 'Searches a table in PostgreSQL with pgvector.',
  icon: 'store',
  baseClasses: ['Postgres', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: postgresApi,

  inputs: {
    document,
    embeddings,
    recordManager,
    host: { label: 'Host', type: 'string' },
    database: { label: 'Database', type: 'string' },
    port: {
      label: 'Port',
      type: 'number',
      placeholder: '5432',
      step: 1,
      min: 1,
      max: 65_535,
      optional: true,
    },
    ssl: { label: 'SSL', type: 'boolean', description: 'Encrypts the connection.', optional: true },
    tableName: { label: 'Table Name', type: 'string', placeholder: 'documents', ...more },
    distanceStrategy: {
      label: 'Distance Strategy',
      type: 'options',
      description: 'Distance metric.',
      options: [
        { label: 'Cosine', name: 'cosine' },
        { label: 'Euclidean', name: 'euclidean' },
        { label: 'Inner Product', name: 'innerProduct' },
      ],
      default: 'cosine',
      ...more,
    },
    fileUpload,
    topK,
    pgMetadataFilter: { label: 'Postgres Metadata Filter', type: 'json', acceptVariable: true, ...more },
    contentColumnName: {
      label: 'Content Column Name',
      type: 'string',
      description: 'Column that holds the text. Default: pageContent.',
      placeholder: 'pageContent',
      ...more,
    },
  },

  outputs,

  upsert: (call) =>
    upsertAll({
      label: call.label,
      report: call.ports.reportProgress,
      store: call.inputs.tableName ?? 'documents',
      manager: call.inputs.recordManager,
      sources: call.inputs.document,
      embed: (texts) => call.inputs.embeddings.embed(texts, 'document'),
      put: (...batch) => put(call, ...batch),
      remove: (ids) => remove(call, ids),
    }),
})

function storeOf(call: Call): VectorStore {
  rejectSharedKey(call)
  const {
    embeddings: model,
    distanceStrategy = 'cosine',
    pgMetadataFilter,
    contentColumnName = 'pageContent',
  } = call.inputs
  const { operator, score } = distances[distanceStrategy]
  const [table, content] = [quote(call.inputs.tableName ?? 'documents'), quote(contentColumnName)]
  const own = readFilter(pgMetadataFilter)
  return {
    async search(query, { count, filter }) {
      const [vector = []] = await model.embed([query], 'query')
      const rows = await call.ports.sql(
        settingsOf(call),
        `select ${content} as content, metadata, embedding ${operator} $1::vector as distance
         from ${table} where metadata::jsonb @> $2::jsonb order by distance limit $3`,
        [JSON.stringify(vector), JSON.stringify(filter ?? own ?? {}), count],
      )
      return rows.map(({ content: text, metadata, distance }) => ({
        pageContent: String(text ?? ''),
        metadata: (metadata ?? {}) as Record<string, Json>,
        score: score(Number(distance)),
      }))
    },
  }
}

async function put(
  call: Call,
  documents: readonly Document[],
  vectors: readonly number[][],
  ids: readonly string[],
) {
  rejectSharedKey(call)
  const { tableName = 'documents', contentColumnName = 'pageContent' } = call.inputs
  const [table, content] = [quote(tableName), quote(contentColumnName)]
  const settings = settingsOf(call)
  await call.ports.sql(settings, 'create extension if not exists vector')
  await call.ports.sql(
    settings,
    `create table if not exists ${table} (id uuid primary key, ${content} text, metadata jsonb, embedding vector)`,
  )
  const rows = documents.map(({ pageContent, metadata }, place) => ({
    id: ids[place],
    content: pageContent,
    metadata,
    embedding: JSON.stringify(vectors[place]),
  }))
  await call.ports.sql(
    settings,
    `insert into ${table} (id, ${content}, metadata, embedding)
     select id, content, metadata, embedding::vector
     from jsonb_to_recordset($1::jsonb) as row(id uuid, content text, metadata jsonb, embedding text)
     on conflict (id) do update set embedding = excluded.embedding`,
    [JSON.stringify(rows)],
  )
}

async function remove(call: Call, ids: readonly string[]) {
  rejectSharedKey(call)
  const table = quote(call.inputs.tableName ?? 'documents')
  await call.ports.sql(settingsOf(call), `delete from ${table} where id = any($1::uuid[])`, [[...ids]])
}

function settingsOf({ inputs, credential }: Call) {
  const { host, port = defaultPort, database, ssl } = inputs
  return { host, port, database, ssl, user: credential.user, password: credential.password }
}

/** Unusual table names are rejected rather than quoted. */
function quote(name: string): string {
  if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/.test(name)) {
    throw new AppError('INVALID_FLOW', `"${name}" is no name of a table or column.`)
  }
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')
}
