import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { and, eq, gt } from 'drizzle-orm'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { indexChunks, indexes } from '#server/features/indexes/indexes.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { upserts } from '#server/features/upserts/upserts.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import { aTextFlow } from '#server/testing/text-flow.ts'
import { sendJson, signUp } from './send-json.ts'
import { startKillable } from './start-killable.ts'

/** Three calls of the embedding model. */
const CHUNKS = 300
const KILLS_PER_UPSERT = 3
/** Kills fall at random moments. When none has interrupted an upsert, more follow, up to this number. */
const MAX_KILLS = 60

type Options = { kills: number; entry: string; report?: (line: string) => void }
type User = { id: string; headers: Record<string, string>; flowId: string }

/**
 * Repeatedly kills the product while it upserts. One user's upserts are killed, another's are the same and undisturbed:
 * both must end with the same chunks, each of them once, for the same tokens and the same money.
 */
export async function crashUpserts({ kills, entry, report = () => undefined }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-upserts-'))
  const start = () => startKillable(entry, { DATA_DIR: folder })
  let done = 0
  let rounds = 0
  let isInterrupted = false
  let { child, url } = await start()
  const restart = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    ;({ child, url } = await start())
  }
  try {
    const killed = await openUser(url, 'ada')
    const reference = await openUser(url, 'eve')
    while (done < kills || (!isInterrupted && done < MAX_KILLS)) {
      rounds += 1
      await setText(url, killed, rounds)
      await beginUpsert(url, killed)
      for (let kill = 0; kill < KILLS_PER_UPSERT; kill += 1) {
        await pause(Math.random() * 250)
        await restart()
        done += 1
      }
      await ended(url, killed, rounds)
      isInterrupted ||= countRuns(folder, killed) > rounds
      await setText(url, reference, rounds)
      await beginUpsert(url, reference)
      await ended(url, reference, rounds)
      report(`kill ${done}: ${rounds} upserts`)
    }
    child.kill('SIGTERM')
    await once(child, 'exit')
    return { kills: done, upserts: rounds, ...(await compare(folder, { killed, reference, rounds })) }
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openUser(url: string, name: string): Promise<User> {
  const { id, headers } = await signUp(url, name)
  const body = { name: 'Museum', type: 'CHATFLOW', flowData: flowData(0) }
  const { id: flowId } = (await sendJson(`${url}/api/v1/chatflows`, body, headers)) as { id: string }
  return { id, headers, flowId }
}

const setText = (url: string, { headers, flowId }: User, round: number) =>
  sendJson(`${url}/api/v1/chatflows/${flowId}`, { flowData: flowData(round) }, headers, 'PUT')

const beginUpsert = (url: string, { headers, flowId }: User) =>
  sendJson(`${url}/api/v1/vector/upsert/${flowId}`, {}, { ...headers, prefer: 'respond-async' })

/** A third of the texts stays the same from round to round. */
function flowData(round: number) {
  const textOf = (_: unknown, number: number) =>
    `Room ${number} of house ${number % 3 === 0 ? 0 : round} opens at ten in the morning.`
  return aTextFlow(Array.from({ length: CHUNKS }, textOf))
}

async function ended(url: string, { headers, flowId }: User, rounds: number) {
  for (;;) {
    const response = await fetch(`${url}/api/v1/upsert-history/${flowId}`, { headers })
    const entries = (await response.json()) as { status: string }[]
    if (
      entries.length !== rounds ||
      entries.some(({ status }) => !['PROCESSING', 'COMPLETED'].includes(status))
    ) {
      throw new Error(`The history of round ${rounds} is ${JSON.stringify(entries)}`)
    }
    if (entries.every(({ status }) => status === 'COMPLETED')) {
      return
    }
    await pause(20)
  }
}

/** More than one of an upsert: a kill has interrupted it. One before its first run interrupts only its job. */
function countRuns(folder: string, { id }: User): number {
  const database = new Database(join(folder, 'flowtill.db'), { readonly: true })
  try {
    return database.prepare('select count(*) from runs where user_id = ?').pluck().get(id) as number
  } finally {
    database.close()
  }
}

type Compared = { killed: User; reference: User; rounds: number }

async function compare(folder: string, { killed, reference, rounds }: Compared) {
  const store = openSqlite(join(folder, 'flowtill.db'))
  try {
    const { db } = store
    const of = async ({ id, flowId }: User) => {
      const chunks = await db
        .select({
          ...{ content: indexChunks.content, addedIn: indexChunks.addedIn, removedIn: indexChunks.removedIn },
          generation: indexes.generation,
        })
        .from(indexChunks)
        .innerJoin(indexes, eq(indexes.id, indexChunks.indexId))
        .where(eq(indexes.userId, id))
      const calls = await db
        .select()
        .from(modelCalls)
        .where(and(eq(modelCalls.userId, id), gt(modelCalls.costMicro, 0)))
      const entries = await db.select().from(upserts).where(eq(upserts.subjectId, flowId))
      return {
        chunks: chunks.flatMap(liveOrStaged).toSorted(),
        tokens: calls.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
        costMicro: calls.reduce((sum, { costMicro }) => sum + costMicro, 0),
        counts: entries.map(({ counts }) => JSON.stringify(counts)).toSorted(),
        listedMicro: entries.reduce((sum, { costMicro }) => sum + costMicro, 0),
      }
    }
    const [found, expected] = [await of(killed), await of(reference)]
    const openRuns = await db.select().from(runs).where(eq(runs.state, 'running'))
    const openHolds = await db.select().from(holds).where(eq(holds.status, 'open'))
    const issues = [
      ...(await checkLedger(db)).map(({ rule, id }) => `${rule} (${id})`),
      ...openRuns.map(({ id }) => `run ${id} is still open`),
      ...openHolds.map(({ reference: of }) => `${of} is still held`),
      ...differences(found, expected),
      ...(found.chunks.length === CHUNKS ? [] : [`${found.chunks.length} chunks after ${rounds} rounds`]),
    ]
    if (issues.length > 0) {
      throw new Error(issues.join('\n'))
    }
    const attempts = (await db.select().from(runs).where(eq(runs.userId, killed.id))).length
    return { attempts, chunks: found.chunks.length, tokens: found.tokens, costMicro: found.costMicro }
  } finally {
    await store.close()
  }
}

function differences(found: object, expected: object) {
  const other = new Map(Object.entries(expected))
  return Object.entries(found).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(other.get(name))
      ? []
      : [
          `${name}: ${JSON.stringify(value).slice(0, 300)} instead of ${JSON.stringify(other.get(name)).slice(0, 300)}`,
        ],
  )
}

type Chunk = { content: string; addedIn: number; removedIn: number | null; generation: number }

/** Chunks that are gone may be swept already. */
function liveOrStaged({ content, addedIn, removedIn, generation }: Chunk): string[] {
  const isGone = removedIn !== null && (removedIn <= generation || removedIn <= addedIn)
  return isGone ? [] : [`${addedIn <= generation ? 'live' : 'staged'} ${content}`]
}
