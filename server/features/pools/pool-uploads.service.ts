import { extname } from 'node:path'
import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { StoreUploadRow } from '#server/features/stores/stores.table.ts'
import type { NewId } from '#server/ids.ts'
import { DAY_MS } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type beginUploadInput, type PoolUpload, UPLOAD_PART_BYTES, type uploadInput } from '#shared/pools.ts'
import type { SourceFile } from '#shared/stores.ts'
import { checkHead, HEAD_BYTES, requireReadable } from './check-head.ts'
import { type PoolCaller, type PoolReads, rejectUnknownSource } from './pool-reads.ts'
import type { PoolSources } from './pool-sources.service.ts'
import { requireSpace } from './pool-space.ts'
import * as rows from './pools.repository.ts'
import { kindOf, loaders } from './show-pool.ts'

export type PartFiles = {
  write(id: string, offset: number, bytes: Uint8Array): Promise<void>
  /** Undefined unless that many bytes have arrived. */
  open(id: string, bytes: number): Promise<Content | undefined>
  remove(id: string): Promise<void>
  listOld(before: Date): AsyncIterable<string>
}

type Content = () => AsyncIterable<Uint8Array>

export type PoolFiles = {
  /** Returns the name under which the file is stored. */
  adopt(poolId: string, name: string, content: Content): Promise<string>
  remove(poolId: string, name: string): Promise<void>
}

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  reads: PoolReads
  sources: Pick<PoolSources, 'insert' | 'change'>
  jobs: Pick<JobsService, 'wake'>
  files: PoolFiles
  parts: PartFiles
}

type Part = z.output<typeof uploadInput> & { offset: number; bytes: Uint8Array }

/** Uploads to pools arrive in parts, so that a lost connection costs one part. */
export function createPoolUploads({ store, newId, now, reads, sources, jobs, files, parts }: Deps) {
  async function begin(
    caller: PoolCaller,
    { poolId, bytes, ...given }: z.output<typeof beginUploadInput>,
  ): Promise<PoolUpload> {
    const name = requireReadable(given.name)
    const replaces = given.replaces ?? null
    const row = await store.transaction(async (tx) => {
      await reads.getPool(tx, caller, poolId)
      await (replaces !== null && requireFile(tx, poolId, replaces))
      // Locks the pool, so that the same file sent twice at once is one upload.
      await rows.touchPool(tx, poolId, now())
      const same = { storeId: poolId, name, bytes, replaces }
      const interrupted = await rows.findInterrupted(tx, same)
      if (interrupted) {
        return interrupted
      }
      await requireSpace(tx, poolId, { bytes, now: now(), replaces })
      const fresh = { ...same, id: newId(), userId: caller.id, received: 0, createdDate: now() }
      await rows.insertUpload(tx, fresh)
      return fresh
    })
    return show(row)
  }

  async function requireFile(tx: Writer, poolId: string, sourceId: string) {
    const source = (await rows.findSource(tx, poolId, sourceId)) ?? rejectUnknownSource()
    if (kindOf(source) !== 'file') {
      throw new AppError('INVALID_INPUT', 'Only a file can be replaced by a file.')
    }
    return source
  }

  /** Throws CONFLICT with the right offset in `details.received` when the part does not follow the last one. */
  async function writePart(
    caller: PoolCaller,
    { poolId, uploadId, offset, bytes }: Part,
  ): Promise<PoolUpload> {
    const upload = await getUpload(caller, { poolId, uploadId })
    if (bytes.length === 0) {
      throw new AppError('INVALID_INPUT', 'This part of the file is empty.')
    }
    if (offset !== upload.received) {
      throw misplaced(upload.received)
    }
    if (offset + bytes.length > upload.bytes) {
      throw new AppError(
        'TOO_LARGE',
        'This part is larger than the rest of the file. Begin the upload again.',
      )
    }
    await parts.write(upload.id, offset, bytes)
    const written = await store.transaction((tx) => rows.addReceived(tx, upload, bytes.length))
    if (!written) {
      throw misplaced((await getUpload(caller, { poolId, uploadId })).received)
    }
    return show(written)
  }

  /** The upload becomes a source, which is read at once. A repeated call has the same result. */
  async function complete(caller: PoolCaller, { poolId, uploadId }: z.output<typeof uploadInput>) {
    const pool = await reads.getPool(store.db, caller, poolId)
    const upload = await rows.findUpload(store.db, poolId, uploadId)
    if (!upload) {
      return showCompleted(poolId, uploadId)
    }
    if (upload.received !== upload.bytes) {
      throw misplaced(upload.received)
    }
    const stored = await storeContent(upload)
    const outdated = stored && (await store.transaction((tx) => toSource(tx, pool, upload, stored)))
    if (!outdated) {
      await (stored && files.remove(poolId, stored))
      return showCompleted(poolId, uploadId)
    }
    jobs.wake()
    await parts.remove(uploadId)
    for (const { name } of outdated) {
      await files.remove(poolId, name)
    }
    return showCompleted(poolId, uploadId)
  }

  /** Returns the files that it replaces; undefined when another call was faster. */
  async function toSource(tx: Writer, pool: rows.PoolRow, upload: StoreUploadRow, stored: string) {
    const { id, name, bytes, replaces } = upload
    if (!(await rows.deleteUpload(tx, id))) {
      return undefined
    }
    await rows.touchPool(tx, pool.id, now())
    const file: SourceFile = {
      ...{ id, name: stored, size: bytes, status: 'NEW', uploaded: now().toISOString() },
      mimePrefix: types[extname(stored).toLowerCase()] ?? 'text/plain',
    }
    const read = {
      loaderConfig: { file: `FILE-STORAGE::${JSON.stringify([stored])}`, pdfUsage: 'perPage' },
      ...{ files: [file], bytes },
    }
    const before = replaces === null ? undefined : await rows.findSource(tx, pool.id, replaces)
    if (before) {
      const isRenamed = ![before.files[0]?.name, withoutNumber(before.files[0]?.name)].includes(before.name)
      await sources.change(tx, pool, before.id, { ...read, ...(!isRenamed && { name }) })
      return before.files
    }
    await sources.insert(tx, pool, { id: newId(), name, loaderId: loaders.file, ...read })
    return []
  }

  /** Undefined when another call was faster, and has removed the parts. */
  async function storeContent(upload: StoreUploadRow): Promise<string | undefined> {
    const { id, storeId: poolId, name, bytes } = upload
    try {
      const content = (await parts.open(id, bytes)) ?? rejectUpload()
      checkHead(name, await headOf(content))
      return await files.adopt(poolId, name, content)
    } catch (error) {
      if (!(await rows.findUpload(store.db, poolId, id))) {
        return undefined
      }
      await (error instanceof AppError && error.code !== 'UNAVAILABLE' && discard(id))
      throw error
    }
  }

  async function showCompleted(poolId: string, uploadId: string) {
    const source = await rows.findByFile(store.db, poolId, uploadId)
    return reads.showSource(poolId, source?.id ?? rejectUpload())
  }

  async function cancel(caller: PoolCaller, ref: z.output<typeof uploadInput>) {
    const { id } = await getUpload(caller, ref)
    await discard(id)
    return { id }
  }

  async function discard(id: string) {
    await store.transaction((tx) => rows.deleteUpload(tx, id))
    await parts.remove(id)
  }

  async function getUpload(caller: PoolCaller, { poolId, uploadId }: z.output<typeof uploadInput>) {
    await reads.getPool(store.db, caller, poolId)
    return (await rows.findUpload(store.db, poolId, uploadId)) ?? rejectUpload()
  }

  /** Uploads that nobody has completed within a day of their beginning. Returns their number. */
  async function removeAbandoned(): Promise<number> {
    const before = new Date(now().getTime() - DAY_MS)
    const found = await rows.listAbandoned(store.db, before)
    for (const { id } of found) {
      await discard(id)
    }
    // Their rows were removed by a process that died before it removed the parts.
    for await (const id of parts.listOld(before)) {
      await ((await rows.hasUpload(store.db, id)) || parts.remove(id))
    }
    return found.length
  }

  return { begin, writePart, complete, cancel, removeAbandoned }
}

async function headOf(content: Content): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of content()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) {
      break
    }
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES)
}

function show({ id, name, bytes, received }: StoreUploadRow): PoolUpload {
  return { id, name, bytes, received, partBytes: UPLOAD_PART_BYTES }
}

/** Files of the same name are numbered when they are stored. */
function withoutNumber(name = '') {
  return name.replace(/ \(\d+\)(?=\.[^.]*$)/, '')
}

function misplaced(received: number) {
  return new AppError(
    'CONFLICT',
    `The file has arrived up to byte ${received}. Send the part that follows.`,
    {
      details: { received },
    },
  )
}

function rejectUpload(): never {
  throw new AppError('NOT_FOUND', 'This upload does not exist any more. Begin it again.')
}

const office = 'application/vnd.openxmlformats-officedocument'
const types: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.docx': `${office}.wordprocessingml.document`,
  '.xlsx': `${office}.spreadsheetml.sheet`,
  '.pptx': `${office}.presentationml.presentation`,
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.md': 'text/markdown',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.epub': 'application/epub+zip',
}
