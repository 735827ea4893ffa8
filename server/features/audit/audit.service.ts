import type { z } from 'zod'
import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { NewId } from '#server/ids.ts'
import type { AuditEntry, auditInput } from '#shared/audit.ts'
import { toRecord } from '#shared/json.ts'
import { detailsOf } from './act-details.ts'
import * as rows from './audit.repository.ts'
import type { AuditEntryRow } from './audit.table.ts'
import { BEGINNING, chain } from './chain.ts'

type Deps = { store: Store; newId: NewId; now: () => Date }

/** An audit entry to append. `actorId` is the real actor, also during an impersonation. */
export type Entry = Pick<AuditEntryRow, 'kind' | 'action' | 'actorId' | 'address'> &
  Partial<Pick<AuditEntryRow, 'onBehalfOf' | 'subjectId' | 'details' | 'postingId'>>

export type Act = {
  route: string
  kind: AuditEntry['kind']
  caller: Caller
  origin: RequestOrigin
  input: unknown
  output?: unknown
}

export type Verdict = {
  entries: number
  /** First entry number that is missing, modified or misplaced; null if the chain is intact. */
  firstBroken: number | null
  /** Hash of the last entry; a copy stored elsewhere proves that no entries were removed from the end. */
  head: string
}

const PAGE = 1_000

/** Append-only audit trail; the hash of each entry covers the previous one. */
export function createAuditService({ store, newId, now }: Deps) {
  /**
   * Must be the last write of the caller's transaction: on PostgreSQL the chain lock is held until commit, and
   * taking further locks could deadlock. A posting has one entry; a replay adds none.
   */
  async function append(tx: Writer, entry: Entry) {
    await rows.lockChain(tx)
    if (entry.postingId && (await rows.isAudited(tx, entry.postingId))) {
      return
    }
    const last = await rows.findLast(tx)
    const { kind, action, actorId, onBehalfOf = null, subjectId = null, details = {}, address } = entry
    const names = await namesOf(tx, [actorId])
    const unchained = {
      id: newId(),
      number: (last?.number ?? 0) + 1,
      kind,
      action,
      actorId,
      actorName: names.get(actorId ?? '') ?? '',
      onBehalfOf,
      subjectId,
      details,
      address,
      postingId: entry.postingId ?? null,
      createdDate: now(),
    }
    await rows.insertEntry(tx, { ...unchained, hash: chain(last?.hash ?? BEGINNING, unchained) })
  }

  /** Appends an entry as the last write of the transaction that performs the act. */
  function recordIn(tx: Writer, { route, kind, caller, origin, input, output }: Act) {
    const { id, impersonatorId } = caller
    return append(tx, {
      kind,
      action: route,
      actorId: impersonatorId ?? id,
      onBehalfOf: impersonatorId ? id : null,
      subjectId: textAt(input, 'userId') ?? textAt(output, 'userId') ?? null,
      details: detailsOf(input),
      address: origin.address,
    })
  }

  /** Appends an entry afterwards in its own transaction, for acts that move neither money nor secrets. */
  function record(act: Act) {
    return store.transaction((tx) => recordIn(tx, act))
  }

  type Listing = z.output<typeof auditInput>

  function list({ kind, userId, cursor, limit }: Listing) {
    return page({ kind, userId, before: placeOf(cursor) }, limit)
  }

  /** Actions on the user's account or made while impersonating them. Addresses are omitted. */
  async function mine(id: string, { kind, cursor, limit }: Listing) {
    const { items, nextCursor } = await page({ kind, aboutId: id, before: placeOf(cursor) }, limit)
    const own = items.map(({ actorId, address, ...entry }) => {
      const isOwn = actorId === id || actorId === null
      return { ...entry, address: isOwn ? address : '' }
    })
    return { items: own, nextCursor }
  }

  async function page(filter: rows.Filter, limit: number) {
    const found = await rows.listEntries(store.db, filter, limit + 1)
    const shown = found.slice(0, limit)
    const names = await namesOf(
      store.db,
      shown.flatMap(({ onBehalfOf, subjectId }) => [onBehalfOf, subjectId]),
    )
    const items = shown.map(({ hash: _, postingId: __, ...entry }) => ({
      ...entry,
      onBehalfOf: nameOf(names, entry.onBehalfOf),
      subject: nameOf(names, entry.subjectId),
    }))
    return { items, nextCursor: found.length > limit ? String(shown.at(-1)?.number) : null }
  }

  async function check(): Promise<Verdict> {
    let verdict: Verdict = { entries: 0, firstBroken: null, head: BEGINNING }
    for (;;) {
      const found = await rows.listAfter(store.db, verdict.entries, PAGE)
      verdict = follow(verdict, found)
      if (found.length < PAGE || verdict.firstBroken !== null) {
        return verdict
      }
    }
  }

  return { append, recordIn, record, list, mine, check }
}

function follow(verdict: Verdict, found: AuditEntryRow[]): Verdict {
  let { entries, head } = verdict
  for (const { hash, ...entry } of found) {
    if (entry.number !== entries + 1 || hash !== chain(head, entry)) {
      return { entries, firstBroken: entries + 1, head }
    }
    entries += 1
    head = hash
  }
  return { entries, firstBroken: null, head }
}

async function namesOf(db: Reader, ids: (string | null)[]) {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const found = known.length > 0 ? await rows.listNames(db, known) : []
  return new Map(found.map(({ id, username }) => [id, username]))
}

function nameOf(names: Map<string, string>, id: string | null) {
  return id === null ? null : (names.get(id) ?? id)
}

function placeOf(cursor: string | undefined) {
  const number = Number(cursor)
  return cursor === undefined || !Number.isSafeInteger(number) ? undefined : number
}

function textAt(value: unknown, name: string): string | undefined {
  const field = toRecord(value)[name]
  return typeof field === 'string' ? field : undefined
}

export type AuditService = ReturnType<typeof createAuditService>
