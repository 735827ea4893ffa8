import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { FileStore } from '#server/ports/files.ts'
import { createLocalStore } from '../local-store.ts'
import { createS3Store } from '../s3-store.ts'
import { startS3Server, testBucket, testKeys } from './s3-server.ts'

/** Small, so that a test's file has several. */
export const TEST_PART_BYTES = 8

export function openLocalStore() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, store: createLocalStore(folder) }
}

export async function openS3Store({ prefix = 'an installation/', now = () => new Date() } = {}) {
  const server = await startS3Server({ now })
  const { endpoint, region } = server
  const location = { endpoint, region, bucket: testBucket, prefix, encryption: undefined }
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  const open = (changes: Partial<typeof location> = {}, keys = testKeys, clock = now) =>
    createS3Store({
      ...{ keys, now: clock, wait, partBytes: TEST_PART_BYTES },
      location: { ...location, ...changes },
    })
  return { server, open, store: open(), location, waits }
}

/** For `describe.each`: the adapters of the port. */
export const fileStores: [name: string, open: () => Promise<FileStore>][] = [
  ['local', async () => openLocalStore().store],
  ['S3', async () => (await openS3Store()).store],
]

export async function readAll(content: AsyncIterable<Uint8Array> | undefined): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content ?? []) {
    chunks.push(chunk)
  }
  return content && Buffer.concat(chunks).toString()
}

export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) {
    found.push(item)
  }
  return found
}
