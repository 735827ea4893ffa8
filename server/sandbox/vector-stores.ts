import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { embed } from './demo/embedding.ts'
import { WireError } from './model-contract.ts'

// The sandbox answers anybody, so what it keeps has limits: at most 100 MB of files in all.
const ACCOUNT_BYTES = 5_000_000
const MAX_ACCOUNTS = 20
const MAX_FILES = 1_000
const MAX_STORES = 100
const DAY_SECONDS = 86_400

type File = { id: string; filename: string; bytes: Buffer; created_at: number }
type Store = {
  id: string
  name: string
  created_at: number
  days: number | undefined
  fileIds: Set<string>
}
type Account = { files: LRUCache<string, File>; stores: LRUCache<string, Store> }

const storeBody = z.looseObject({
  name: z.string().max(256).nullish(),
  file_ids: z.array(z.string()).nullish(),
  expires_after: z.object({ anchor: z.literal('last_active_at'), days: z.int().min(1).max(365) }).nullish(),
})
type Addressed = FastifyRequest<{ Params: { id: string; fileId: string } }>

export type OpenAiShelf = ReturnType<typeof createShelf>

/** Files and vector stores, kept in memory for each key; the least recently used are forgotten. */
export function createShelf() {
  const accounts = new LRUCache<string, Account>({ max: MAX_ACCOUNTS })
  const at = (request: FastifyRequest): Account => {
    const key = request.headers.authorization ?? String(request.headers['api-key'])
    const account = accounts.get(key) ?? openAccount()
    accounts.set(key, account)
    return account
  }

  /** The passages of a store's files, best first. */
  function search(request: FastifyRequest, storeIds: readonly string[], query: string) {
    const { files, stores } = at(request)
    const target = embed(query)
    return storeIds
      .flatMap((id) => [...found(stores, id).fileIds])
      .flatMap((id) => files.get(id) ?? [])
      .flatMap(({ id, filename, bytes }) =>
        bytes
          .toString('utf8')
          .split(/\n\s*\n|(?<=[.!?])\s+/)
          .filter((text) => text.trim() !== '')
          .map((text) => ({
            file_id: id,
            filename,
            text: text.trim(),
            score: similarity(target, embed(text)),
          })),
      )
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 3)
  }

  async function mount(app: FastifyInstance) {
    await app.register(multipart, {
      limits: { fileSize: ACCOUNT_BYTES, files: 1, fields: 10, fieldSize: 1_000 },
    })
    app.post('/v1/files', { bodyLimit: ACCOUNT_BYTES + 100_000 }, async (request) => {
      const file = await readFile(request)
      at(request).files.set(file.id, file)
      return fileOf(file)
    })
    app.get('/v1/files/:id', (request: Addressed) => fileOf(found(at(request).files, request.params.id)))
    app.delete('/v1/files/:id', (request: Addressed) => {
      const { files } = at(request)
      const { id } = found(files, request.params.id)
      files.delete(id)
      return { id, object: 'file', deleted: true }
    })

    app.get('/v1/vector_stores', (request) => ({
      object: 'list',
      data: [...at(request).stores.values()].map((store) => storeOf(store, at(request))).toReversed(),
      has_more: false,
    }))
    app.post('/v1/vector_stores', (request) => {
      const { name, file_ids: ids, expires_after: expiry } = storeBody.parse(request.body ?? {})
      const { files, stores } = at(request)
      const store: Store = {
        ...{ id: `vs_${randomUUID().replaceAll('-', '')}`, name: name ?? '', created_at: seconds() },
        days: expiry?.days,
        fileIds: new Set((ids ?? []).map((id) => found(files, id).id)),
      }
      stores.set(store.id, store)
      return storeOf(store, at(request))
    })
    app.get('/v1/vector_stores/:id', (request: Addressed) =>
      storeOf(found(at(request).stores, request.params.id), at(request)),
    )
    app.post('/v1/vector_stores/:id', (request: Addressed) => {
      const { name, expires_after: expiry } = storeBody.parse(request.body ?? {})
      const store = found(at(request).stores, request.params.id)
      store.name = name ?? store.name
      store.days = expiry === undefined ? store.days : expiry?.days
      return storeOf(store, at(request))
    })
    app.delete('/v1/vector_stores/:id', (request: Addressed) => {
      const { id } = found(at(request).stores, request.params.id)
      at(request).stores.delete(id)
      return { id, object: 'vector_store.deleted', deleted: true }
    })
    app.get('/v1/vector_stores/:id/files', (request: Addressed) => {
      const { id, fileIds } = found(at(request).stores, request.params.id)
      return {
        object: 'list',
        data: [...fileIds].map((fileId) => attachedOf(id, fileId, at(request))),
        has_more: false,
      }
    })
    app.post('/v1/vector_stores/:id/files', (request: Addressed) => {
      const { file_id: fileId } = z.object({ file_id: z.string() }).parse(request.body)
      const { stores, files } = at(request)
      const store = found(stores, request.params.id)
      store.fileIds.add(found(files, fileId).id)
      return attachedOf(store.id, fileId, at(request))
    })
    app.delete('/v1/vector_stores/:id/files/:fileId', (request: Addressed) => {
      const { id, fileId } = request.params
      const store = found(at(request).stores, id)
      if (!store.fileIds.delete(fileId)) {
        throw new WireError(404, `No file found with id '${fileId}' in this vector store.`)
      }
      return { id: fileId, object: 'vector_store.file.deleted', deleted: true }
    })
  }

  return { mount, search }
}

/** A file that is gone is in no store. */
function openAccount(): Account {
  const stores = new LRUCache<string, Store>({ max: MAX_STORES })
  const files = new LRUCache<string, File>({
    ...{ max: MAX_FILES, maxSize: ACCOUNT_BYTES },
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    dispose(_, id) {
      for (const store of stores.values()) {
        store.fileIds.delete(id)
      }
    },
  })
  return { files, stores }
}

async function readFile(request: FastifyRequest): Promise<File> {
  if (!request.isMultipart()) {
    throw new WireError(400, 'The request is not a form.')
  }
  let file: File | undefined
  let purpose: unknown
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      const id = `file-${randomUUID().replaceAll('-', '')}`
      file = { id, filename: part.filename, bytes, created_at: seconds() }
    } else if (part.fieldname === 'purpose') {
      purpose = part.value
    }
  }
  if (!file || purpose !== 'assistants') {
    throw new WireError(400, 'A file with the purpose assistants is required.')
  }
  return file
}

function fileOf({ id, filename, bytes, created_at }: File) {
  return { id, object: 'file', filename, bytes: bytes.length, purpose: 'assistants', created_at }
}

function storeOf({ id, name, created_at, days, fileIds }: Store, { files }: Account) {
  const total = fileIds.size
  return {
    ...{ id, object: 'vector_store', name, created_at, last_active_at: created_at, status: 'completed' },
    usage_bytes: [...fileIds].reduce((sum, fileId) => sum + (files.get(fileId)?.bytes.length ?? 0), 0),
    file_counts: { in_progress: 0, completed: total, failed: 0, cancelled: 0, total },
    ...(days && {
      expires_after: { anchor: 'last_active_at', days },
      expires_at: created_at + days * DAY_SECONDS,
    }),
  }
}

function attachedOf(storeId: string, id: string, { files }: Account) {
  const { bytes, created_at } = found(files, id)
  return {
    ...{ id, object: 'vector_store.file', vector_store_id: storeId, status: 'completed' },
    usage_bytes: bytes.length,
    created_at,
  }
}

function found<Item>(items: { get(id: string): Item | undefined }, id: string): Item {
  const item = items.get(id)
  if (!item) {
    throw new WireError(404, `No such object: '${id}'.`)
  }
  return item
}

function similarity(a: readonly number[], b: readonly number[]) {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

const seconds = () => Math.floor(Date.now() / 1000)
