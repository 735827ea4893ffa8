import type { Dirent } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { AppError } from '#shared/errors.ts'
import { createLocalFiles, type FileQuota } from './local-files.ts'

/** Another process may write to the same folder, so cached sizes expire after this time. */
const TALLY_MS = 60_000
const MAX_TALLIES = 500
/** Min lifetime of visitors' files. */
const CACHE_MS = 24 * 60 * 60_000
const GUEST = 'guest-'

export type UploadLimits = {
  conversation: FileQuota
  /** Totals across all conversations of the flow's owner, and across those of visitors. */
  owner: FileQuota
  guests: FileQuota
}
const MEGABYTE = 1_048_576
/** Assumed average file size, used to derive the max number of files from a byte limit. */
const FILE_BYTES = 100_000

export function uploadLimitsOf(settings: {
  FLOW_UPLOADS_MB: number
  VISITOR_UPLOADS_MB: number
}): UploadLimits {
  const share = (megabytes: number) => {
    const bytes = megabytes * MEGABYTE
    return { files: Math.ceil(bytes / FILE_BYTES), bytes }
  }
  return {
    conversation: { files: 200, bytes: 200 * MEGABYTE },
    owner: share(settings.FLOW_UPLOADS_MB),
    guests: share(settings.VISITOR_UPLOADS_MB),
  }
}

export type Party = 'owner' | 'guests'
type Tally = { owner: FileQuota; guests: FileQuota }
type Deps = { limits: UploadLimits; now: () => Date }

/**
 * Files uploaded to conversations: `<folder>/<flow>/<conversation>/<name>`. Visitors have a quota of their own, so
 * they can neither fill the disk nor use up the owner's quota. Their files older than a day are deleted, oldest
 * first, when space is needed.
 */
export function createUploadFolders(folder: string, { limits, now }: Deps) {
  const tallies = new LRUCache<string, { readAt: number; tally: Promise<Tally> }>({ max: MAX_TALLIES })

  return (flowId: string) => {
    const place = join(folder, flowId)
    const files = createLocalFiles(place)

    /** Returns the stored name. Throws TOO_LARGE when the conversation or the flow is full. */
    async function put(conversation: string, party: Party, name: string, bytes: Uint8Array) {
      const release = await reserve(party, bytes.length)
      try {
        const nameOf = party === 'guests' ? GUEST + conversation : conversation
        return await files.put(nameOf, name, bytes, limits.conversation)
      } catch (error) {
        release()
        throw error
      }
    }

    /** Space is reserved before the write, because uploads run concurrently. */
    async function reserve(party: Party, bytes: number) {
      let stored = (await tallyOf())[party]
      if (party === 'guests' && !fits(stored, limits.guests, bytes)) {
        await evict(bytes)
        stored = (await tallyOf()).guests
      }
      if (!fits(stored, limits[party], bytes)) {
        rejectFull(party)
      }
      stored.files += 1
      stored.bytes += bytes
      return () => {
        stored.files -= 1
        stored.bytes -= bytes
      }
    }

    async function evict(bytes: number) {
      const conversations = await listFolders(place, (name) => name.startsWith(GUEST))
      const old = conversations
        .filter(({ changed }) => changed < now().getTime() - CACHE_MS)
        .toSorted((a, b) => a.changed - b.changed)
      const stored = (await tallyOf()).guests
      for (const { path } of old) {
        if (fits(stored, limits.guests, bytes)) {
          break
        }
        const { files: count, bytes: size } = await weigh(path)
        await rm(path, { recursive: true, force: true })
        stored.files -= count
        stored.bytes -= size
      }
    }

    /** Concurrent callers share one count. */
    function tallyOf(): Promise<Tally> {
      const known = tallies.get(flowId)
      const readAt = now().getTime()
      if (known && readAt - known.readAt < TALLY_MS) {
        return known.tally
      }
      const tally = readTally(place)
      tallies.set(flowId, { readAt, tally })
      tally.catch(() => tallies.delete(flowId))
      return tally
    }

    /** Looks in the owner's folder first, so a visitor's file cannot replace the owner's. Throws NOT_FOUND. */
    async function open(conversation: string, name: string) {
      return files
        .open(conversation, name)
        .catch((error: unknown) =>
          error instanceof AppError && error.code === 'NOT_FOUND'
            ? files.open(GUEST + conversation, name)
            : Promise.reject(error),
        )
    }

    async function remove(conversation: string) {
      for (const name of [conversation, GUEST + conversation]) {
        await rm(join(place, name), { recursive: true, force: true })
      }
      tallies.delete(flowId)
    }

    return { put, open, remove }
  }
}

function fits(stored: FileQuota, limit: FileQuota, bytes: number) {
  return stored.files + 1 <= limit.files && stored.bytes + bytes <= limit.bytes
}

function rejectFull(party: Party): never {
  throw party === 'guests'
    ? new AppError('TOO_LARGE', 'This flow’s storage for visitor files is full. Try again tomorrow.')
    : new AppError('TOO_LARGE', 'The conversations of this flow hold as many files as a flow may keep.')
}

async function readTally(place: string): Promise<Tally> {
  const tally = { owner: { files: 0, bytes: 0 }, guests: { files: 0, bytes: 0 } }
  for (const { name, path } of await listFolders(place, () => true)) {
    const { files, bytes } = await weigh(path)
    const stored = name.startsWith(GUEST) ? tally.guests : tally.owner
    stored.files += files
    stored.bytes += bytes
  }
  return tally
}

async function listFolders(place: string, isRequired: (name: string) => boolean) {
  const names = (await entriesOf(place)).filter((entry) => entry.isDirectory() && isRequired(entry.name))
  const found = await Promise.all(
    names.map(async ({ name }) => {
      const path = join(place, name)
      const about = await stat(path).catch(ignoreMissing)
      return about && { name, path, changed: about.mtimeMs }
    }),
  )
  return found.filter((item) => item !== undefined)
}

async function weigh(path: string): Promise<FileQuota> {
  const sizes = await Promise.all(
    (await entriesOf(path)).map(
      async ({ name }) => (await stat(join(path, name)).catch(ignoreMissing))?.size,
    ),
  )
  const known = sizes.filter((size) => size !== undefined)
  return { files: known.length, bytes: known.reduce((sum, size) => sum + size, 0) }
}

async function entriesOf(path: string): Promise<Dirent[]> {
  return (await readdir(path, { withFileTypes: true }).catch(ignoreMissing)) ?? []
}

/** A concurrent upload may have deleted the file to make room. */
function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
    throw error
  }
}
