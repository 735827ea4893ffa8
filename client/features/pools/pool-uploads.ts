import { isUnreachable, toAppError } from '#client/api/errors.ts'
import { toRecord } from '#shared/json.ts'
import { POOL_BYTES, POOL_FILE_BYTES, type PoolUpload, poolExtensions } from '#shared/pools.ts'

export type FileUpload = {
  key: string
  file: File
  /** The source whose file it replaces. */
  replaces: string | undefined
  state: 'waiting' | 'sending' | 'failed' | 'rejected'
  /** Bytes the server has. */
  sent: number
  /** Of a failed upload. */
  error?: unknown
  /** Why a file is not sent at all. */
  why?: Rejection
}

export type Rejection = 'type' | 'size' | 'empty' | 'space'

type Deps = {
  begin(file: File, replaces: string | undefined): Promise<PoolUpload>
  /** Sends one part and returns how many bytes the server has now. */
  sendPart(upload: PoolUpload, offset: number, part: Blob): Promise<number>
  complete(upload: PoolUpload): Promise<unknown>
  cancel(upload: PoolUpload): Promise<unknown>
  /** A file has become a source. */
  onCompleted(): void
  pause(ms: number): Promise<void>
}

const PARALLEL = 3
/** Waits before a part is sent again. The fourth failure ends the upload until it is retried by hand. */
const RETRY_MS = [1_000, 3_000, 9_000]

/** Uploads to one pool: three at a time, in parts that are sent again after a failure, and continued after a reload. */
export function createPoolUploads(deps: Deps) {
  let uploads: readonly FileUpload[] = []
  let lastKey = 0
  const listeners = new Set<() => void>()
  const begun = new Map<string, PoolUpload>()

  function set(next: readonly FileUpload[]) {
    uploads = next
    for (const listener of listeners) {
      listener()
    }
  }

  const change = (key: string, changes: Partial<FileUpload>) =>
    set(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))
  const find = (key: string) => uploads.find((upload) => upload.key === key)

  /** `usedBytes`: of the pool, without these files. */
  function add(files: readonly File[], { usedBytes, replaces }: { usedBytes: number; replaces?: string }) {
    let free = POOL_BYTES - usedBytes - pendingBytes()
    const added = files.map((file): FileUpload => {
      lastKey += 1
      const why = whyRejected(file, free)
      free -= why ? 0 : file.size
      const upload = { key: String(lastKey), file, replaces, sent: 0 }
      return why ? { ...upload, state: 'rejected', why } : { ...upload, state: 'waiting' }
    })
    set([...uploads, ...added])
    startNext()
  }

  const pendingBytes = () =>
    uploads.reduce((sum, { state, file }) => sum + (state === 'rejected' ? 0 : file.size), 0)

  function startNext() {
    const sending = uploads.filter(({ state }) => state === 'sending').length
    for (const { key } of uploads.filter(({ state }) => state === 'waiting').slice(0, PARALLEL - sending)) {
      change(key, { state: 'sending' })
      void run(key)
    }
  }

  async function run(key: string) {
    try {
      await send(key)
      set(uploads.filter((upload) => upload.key !== key))
      begun.delete(key)
      deps.onCompleted()
    } catch (error) {
      change(key, { state: 'failed', error })
    }
    startNext()
  }

  async function send(key: string) {
    const { file, replaces } = find(key) ?? {}
    if (!file) {
      return
    }
    const upload = await retried(() => deps.begin(file, replaces))
    begun.set(key, upload)
    let offset = upload.received
    while (offset < file.size && find(key)) {
      change(key, { sent: offset })
      const part = file.slice(offset, offset + upload.partBytes)
      const from = offset
      offset = await retried(() => deps.sendPart(upload, from, part).catch(offsetOf))
    }
    if (find(key)) {
      change(key, { sent: file.size })
      await retried(() => deps.complete(upload))
    }
  }

  /** Again after failures that may pass. */
  async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
    for (const ms of RETRY_MS) {
      try {
        return await work()
      } catch (error) {
        if (!isTransient(error)) {
          throw error
        }
        await deps.pause(ms)
      }
    }
    return work()
  }

  function retry(key: string) {
    change(key, { state: 'waiting', error: undefined })
    startNext()
  }

  /** Takes a file off the list; what has been sent of it is deleted. */
  function remove(key: string) {
    const upload = begun.get(key)
    set(uploads.filter((each) => each.key !== key))
    if (upload) {
      // The server removes abandoned uploads by itself.
      deps.cancel(upload).catch(() => undefined)
    }
  }

  return {
    add,
    retry,
    remove,
    list: () => uploads,
    listen(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type PoolUploads = ReturnType<typeof createPoolUploads>

function whyRejected({ name, size }: File, free: number): Rejection | undefined {
  const extension = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
  if (!poolExtensions.some((known) => known === extension)) {
    return 'type'
  }
  if (size === 0) {
    return 'empty'
  }
  return size > POOL_FILE_BYTES ? 'size' : size > free ? 'space' : undefined
}

/** The server says at which byte it wants to go on when a part was sent twice or its response was lost. */
function offsetOf(error: unknown): number {
  const { received } = toRecord(toAppError(error).details)
  if (typeof received === 'number') {
    return received
  }
  throw error
}

function isTransient(error: unknown) {
  const { code } = toAppError(error)
  return isUnreachable(error) || code === 'RATE_LIMITED' || code === 'TIMED_OUT' || code === 'UPSTREAM_FAILED'
}
