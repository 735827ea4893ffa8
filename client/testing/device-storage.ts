import { afterAll, vi } from 'vitest'

/** The test environment has no IndexedDB: an object store of this test file, by the key of its entries. */
export function fakeDeviceStorage() {
  const entries = new Map<string, unknown>()
  const store = {
    put: (entry: { key: string }) => ({ result: void entries.set(entry.key, structuredClone(entry)) }),
    get: (key: string) => ({ result: entries.get(key) }),
    delete: (key: string) => ({ result: entries.delete(key) }),
  }
  const database = {
    transaction: () => complete({ objectStore: () => store }, 'oncomplete'),
    close: () => undefined,
    onversionchange: () => undefined,
  }
  vi.stubGlobal('indexedDB', { open: () => complete({ result: database }, 'onsuccess') })
  // Test files share a worker, and the product keeps its database open.
  afterAll(() => {
    database.onversionchange()
    vi.unstubAllGlobals()
  })
  return entries
}

/** Calls the handler that is set on the request or transaction in the same turn. */
function complete<Request extends object>(request: Request, handler: string): Request {
  queueMicrotask(() => (request as Record<string, () => void>)[handler]?.())
  return request
}
