import { LRUCache } from 'lru-cache'
import type { Store } from '#server/db/store.ts'
import { DAY_MS } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import * as rows from './upload-space.repository.ts'

/** No upload takes as long between its reservation and its end. */
const STORING_MS = 5 * 60_000
/** Longer than listing and evicting takes. The claim of a process that died ends then. */
const CLAIM_MS = 60_000
const RETRY_MS = 50
/** Listing a full flow again for everybody who tries would be slow. */
const FULL_MS = 1_000
const MAX_FULL = 1_000
const RETRIES = 200
const MEGABYTE = 1_048_576
/** Assumed average file size, used to derive the max number of files from a byte limit. */
const FILE_BYTES = 100_000

type Amount = { files: number; bytes: number }
type Party = rows.Space['party']
export type UploadLimits = Record<Party, Amount>
type Claim = NonNullable<Awaited<ReturnType<typeof rows.claimSpace>>>
type Folder = Amount & { name: string; changedAt: number }
export type SpaceFolders = {
  listFolders(party: Party): Promise<Folder[]>
  removeFolder(name: string): Promise<void>
}

export function uploadLimitsOf(settings: {
  FLOW_UPLOADS_MB: number
  VISITOR_UPLOADS_MB: number
}): UploadLimits {
  const share = (megabytes: number) => {
    const bytes = megabytes * MEGABYTE
    return { files: Math.ceil(bytes / FILE_BYTES), bytes }
  }
  return { owner: share(settings.FLOW_UPLOADS_MB), guests: share(settings.VISITOR_UPLOADS_MB) }
}

type Deps = {
  store: Store
  now: () => Date
  limits: UploadLimits
  openFolder(flowId: string): SpaceFolders
}

/**
 * Space for uploads across all conversations of a flow, counted in the database, so that all processes together keep to the limits.
 * Visitors have a quota of their own, so they can neither fill the disk nor use up the owner's quota. Their files older than a day
 * are deleted, oldest first, when space is needed.
 */
export function createUploadSpace({ store, now, limits, openFolder }: Deps) {
  /** Spaces where no room was found a moment ago, and for how many bytes. */
  const full = new LRUCache<string, { at: number; bytes: number }>({ max: MAX_FULL })
  const making = new Map<string, Promise<boolean>>()
  const keyOf = ({ flowId, party }: rows.Space) => `${party} ${flowId}`

  function isFull(space: rows.Space, { bytes }: Amount) {
    const found = full.get(keyOf(space))
    return found !== undefined && now().getTime() - found.at < FULL_MS && bytes >= found.bytes
  }

  /** Throws TOO_LARGE when the flow is full. */
  async function reserve(flowId: string, party: Party, bytes: number) {
    const space = { flowId, party }
    const amount = { files: 1, bytes }
    const isTaken = (await take(space, amount)) || (await takeRoom(space, amount))
    if (!isTaken) {
      rejectFull(party)
    }
  }

  /** Uploads of this process wait for one that makes room, and share its result. */
  async function takeRoom(space: rows.Space, amount: Amount): Promise<boolean> {
    const key = keyOf(space)
    for (let running = making.get(key); running; running = making.get(key)) {
      await running
      if (isFull(space, amount)) {
        return false
      }
      if (await take(space, amount)) {
        return true
      }
    }
    const work = claimRoom(space, amount).finally(() => making.delete(key))
    making.set(
      key,
      work.catch(() => false),
    )
    return work
  }

  /** Makes room, or waits for the process that does. */
  async function claimRoom(space: rows.Space, amount: Amount): Promise<boolean> {
    for (let attempt = 1; attempt <= RETRIES && !isFull(space, amount); attempt += 1) {
      const claimed = await claim(space)
      if (claimed) {
        return takeClaimed(claimed, amount)
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      if (await take(space, amount)) {
        return true
      }
    }
    return false
  }

  async function takeClaimed(claimed: Claim, amount: Amount): Promise<boolean> {
    await makeRoom(claimed, amount).finally(() => store.transaction((tx) => rows.unclaimSpace(tx, claimed)))
    const isTaken = await take(claimed, amount)
    if (!isTaken) {
      full.set(keyOf(claimed), { at: now().getTime(), bytes: amount.bytes })
    }
    return isTaken
  }

  async function take(space: rows.Space, amount: Amount): Promise<boolean> {
    if (!(await rows.findSpace(store.db, space))) {
      const counted = sum(await openFolder(space.flowId).listFolders(space.party))
      await store.transaction((tx) => rows.insertSpace(tx, space, counted))
    }
    const request = { amount, limit: limits[space.party], now: now() }
    return store.transaction((tx) => rows.reserveSpace(tx, space, request))
  }

  function claim(space: rows.Space) {
    const time = { now: now(), until: new Date(now().getTime() + CLAIM_MS) }
    return store.transaction((tx) => rows.claimSpace(tx, space, time))
  }

  async function makeRoom(claimed: Claim, amount: Amount) {
    const { flowId, party } = claimed
    const folder = openFolder(flowId)
    const listed = await folder.listFolders(party)
    if (claimed.reservedDate.getTime() <= now().getTime() - STORING_MS) {
      await store.transaction((tx) => rows.correctSpace(tx, claimed, sum(listed), now()))
    }
    if (party === 'guests') {
      await evict(claimed, folder, { listed, amount })
    }
  }

  async function evict(
    space: rows.Space,
    folder: SpaceFolders,
    { listed, amount }: { listed: readonly Folder[]; amount: Amount },
  ) {
    const old = listed
      .filter(({ changedAt }) => changedAt < now().getTime() - DAY_MS)
      .toSorted((a, b) => a.changedAt - b.changedAt)
    for (const conversation of old) {
      const stored = await rows.findSpace(store.db, space)
      if (!stored || fits(stored, limits.guests, amount)) {
        return
      }
      await folder.removeFolder(conversation.name)
      await store.transaction((tx) => rows.releaseSpace(tx, space, conversation))
    }
  }

  return {
    reserve,
    /** Of an upload that was reserved and has failed. */
    release: (flowId: string, party: Party, bytes: number) =>
      store.transaction((tx) => rows.releaseSpace(tx, { flowId, party }, { files: 1, bytes })),
    /** After files were removed. */
    async recountLater(flowId: string) {
      full.clear()
      await store.transaction((tx) => rows.doubtSpace(tx, flowId))
    },
  }
}

function fits(stored: Amount, limit: Amount, { files, bytes }: Amount) {
  return stored.files + files <= limit.files && stored.bytes + bytes <= limit.bytes
}

function sum(folders: readonly Amount[]): Amount {
  const total = { files: 0, bytes: 0 }
  for (const { files, bytes } of folders) {
    total.files += files
    total.bytes += bytes
  }
  return total
}

function rejectFull(party: Party): never {
  throw party === 'guests'
    ? new AppError('TOO_LARGE', 'This flow’s storage for visitor files is full. Try again tomorrow.')
    : new AppError('TOO_LARGE', 'The conversations of this flow hold as many files as a flow may keep.')
}
