// node server/commands/bench/inbox-bench.ts [messages] [messages per conversation]: one flow with many messages, and the time
// to list, search and open its conversations.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '../../caller.ts'
import { readConfig } from '../../config.ts'
import { openSqlite } from '../../db/open-sqlite.ts'
import { flows } from '../../features/flows/flows.table.ts'
import { createServices } from '../../services.ts'
import { print } from './bench-product.ts'
import { insertOwner } from './insert-owner.ts'

const MESSAGES = Number(process.argv[2] ?? 100_000)
const PER_CHAT = Number(process.argv[3] ?? 10)
const AT_ONCE = 500
const TURNS = 200
const now = new Date('2026-11-30T20:00:00Z')
const flowId = 'bench'
const subjects = [
  'bowl',
  'plate',
  'refund',
  'delivery',
  'invoice',
  'glaze',
  'oven',
  'present',
  'colour',
  'price',
]
const places = ['Berlin', 'Kıbrıs', 'İzmir', 'Ankara', 'Paris', 'Lisbon', 'Oslo', 'Vienna', 'Athens', 'Rome']

const folder = mkdtempSync(join(tmpdir(), 'flowtill-bench-'))
try {
  await measure(join(folder, 'bench.db'))
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(file: string) {
  const store = openSqlite(file)
  const secrets = { tokenSecret: Buffer.alloc(32), credentialKey: Buffer.alloc(32) }
  const { inbox, messages } = createServices({ store, config: readConfig({}), secrets, now: () => now })
  await insertOwner(store)
  const date = new Date(0)
  await store.transaction((tx) =>
    tx.insert(flows).values({
      ...{ id: flowId, userId: 'ada', name: 'Bench', type: 'CHATFLOW', versionId: 'v', thumbnail: '{}' },
      ...{ deployed: false, isPublic: false, nodeCount: 0, createdDate: date, updatedDate: date },
    } as never),
  )
  const startedAt = performance.now()
  for (let first = 0; first < MESSAGES / 2; first += AT_ONCE) {
    await store.transaction(async (tx) => {
      for (let turn = first; turn < Math.min(MESSAGES / 2, first + AT_ONCE); turn += 1) {
        const question = rowOf(turn)
        const { fence } = await messages.insertQuestion(tx, question, 'web')
        await messages.insertAnswer(
          tx,
          { ...question, id: `${question.id}-a`, content: answerOf(turn) },
          fence,
        )
      }
    })
  }
  while (await messages.indexWords()) {
    // The next part.
  }
  print(
    'stored and indexed',
    `${MESSAGES} messages in ${Math.round((performance.now() - startedAt) / 1_000)} s`,
  )

  const caller = { id: 'ada', username: 'ada', role: 'USER' } as Caller
  const list = (more: object = {}) =>
    inbox.list(caller, { flowId, filter: 'all', sort: 'newest', limit: 50, ...more })
  const { nextCursor } = await list()
  const chatId = 'chat-7'
  const questions: Record<string, (turn: number) => Promise<unknown>> = {
    'inbox opens: list': () => list(),
    'inbox opens: figures': () => inbox.stats(caller, { flowId }),
    'inbox opens: both': () => Promise.all([list(), inbox.stats(caller, { flowId })]),
    'second page': () => list({ cursor: nextCursor }),
    'unread only': () => list({ filter: 'unread' }),
    'longest wait first': () => list({ sort: 'waiting' }),
    'most unread first': () => list({ sort: 'unread' }),
    'search, two words': (turn) => list({ search: `${pick(subjects, turn)} ${pick(places, turn >> 1)}` }),
    'search, a common word': () => list({ search: 'question' }),
    'search, a rare word': (turn) => list({ search: `number${turn * 37}` }),
    'search, nothing': () => list({ search: 'zebra' }),
    'a thread opens': () => inbox.thread(caller, { flowId, chatId, limit: 50 }),
  }
  for (const [name, query] of Object.entries(questions)) {
    await query(0)
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      const start = performance.now()
      await query(turn)
      times.push(performance.now() - start)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)
    print(name, `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
  }
  print(
    'load',
    loadavg()
      .map((each) => each.toFixed(1))
      .join(', '),
  )
  await store.close()
}

function rowOf(turn: number) {
  const chatId = `chat-${Math.floor((turn * 2) / PER_CHAT)}`
  const createdDate = new Date(now.getTime() - (MESSAGES - turn * 2) * 1_000)
  const content = `Question about a ${pick(subjects, turn)} for ${pick(places, turn >> 3)}, number${turn}`
  return {
    ...{ id: `m${turn}`, flowId, userId: 'ada', chatId, sessionId: chatId, memoryType: null, content },
    ...{ chatType: 'EXTERNAL' as const, extras: null, leadEmail: null, runId: null, createdDate },
  }
}

function answerOf(turn: number) {
  return `The ${pick(subjects, turn + 3)} leaves for ${pick(places, turn + 1)} tomorrow, and arrives within five working days.`
}

function pick(words: readonly string[], index: number) {
  return words[index % words.length] ?? ''
}
