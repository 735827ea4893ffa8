import { createTestApp } from '#server/testing/test-app.ts'
import type { Pool, PoolSource, PoolUpload } from '#shared/pools.ts'

type World = Awaited<ReturnType<typeof createTestApp>>
type User = Awaited<ReturnType<World['signUp']>>

/** A server with an admin and two users, and the procedures of pools as the screens call them. */
export async function openPools(settings: Parameters<typeof createTestApp>[0] = {}) {
  const world = await createTestApp({ listen: true, ...settings })
  const root = await world.signUp('root')
  const [ada, ben] = [await world.signUp('ada'), await world.signUp('ben')]

  /** Result of a procedure, or the body of its error. */
  async function call<Result = Pool>({ headers }: User, name: string, input?: object): Promise<Result> {
    const isQuery = ['list', 'get', 'sourceText'].includes(name)
    const query = isQuery && input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
    const response = await world.app.inject({
      ...{ method: isQuery ? 'GET' : 'POST', url: `/trpc/pools.${name}${query}`, headers },
      ...(!isQuery && { payload: input ?? {} }),
    })
    const { result, error } = response.json()
    return error ? error.data.error : result.data
  }

  /** Until every source has been read and indexed, or has failed. */
  async function settle(poolId: string) {
    for (;;) {
      const open = await world.services.jobs.listOpen(poolId)
      if (open.length === 0) {
        return
      }
      await Promise.all(open.map(({ id }) => world.services.jobs.wait(id, AbortSignal.timeout(30_000))))
    }
  }

  async function create(user: User, name = 'Shop knowledge') {
    return (await call(user, 'create', { name })).id
  }

  async function addText(user: User, poolId: string, text: string, name = 'Opening hours') {
    const source = await call<PoolSource>(user, 'addText', { poolId, name, text })
    await settle(poolId)
    return source
  }

  async function get(user: User, id: string) {
    return call<Pool>(user, 'get', { id })
  }

  /** Sends the bytes from an offset, in parts of this size. Returns the last response. */
  async function sendParts(
    { headers }: User,
    poolId: string,
    upload: PoolUpload,
    bytes: Uint8Array,
    size = 4_000_000,
  ) {
    for (let offset = upload.received; ; offset += size) {
      const response = await world.app.inject({
        method: 'PUT',
        url: `/api/v1/document-pools/${poolId}/uploads/${upload.id}?offset=${offset}`,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        payload: Buffer.from(bytes.subarray(offset, offset + size)),
      })
      if (response.statusCode !== 200 || offset + size >= bytes.length) {
        return response
      }
    }
  }

  /** A whole upload. Returns its source, or the error of the first call that is rejected. */
  async function upload(
    user: User,
    poolId: string,
    file: { name: string; bytes: Uint8Array; replaces?: string },
  ) {
    const { bytes, ...named } = file
    const begun = await call<PoolUpload>(user, 'beginUpload', { poolId, ...named, bytes: bytes.length })
    if ('code' in begun) {
      return begun as unknown as PoolSource
    }
    await sendParts(user, poolId, begun, bytes)
    return call<PoolSource>(user, 'completeUpload', { poolId, uploadId: begun.id })
  }

  return { ...world, upload, sendParts, root, ada, ben, call, settle, create, addText, get }
}
