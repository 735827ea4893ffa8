/**
 * An index of many chunks: node --expose-gc server/commands/bench/index-bench.ts [chunks] [dimensions]
 *
 * Durable storing without the embedding call, then questions one after the other and ten at once, by vector, by words and by
 * both, and the share of the exact ten nearest that the vector part finds. The database is a file on disk.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openSqlite } from '../../db/open-sqlite.ts'
import type { IndexSearch } from '../../engine/document-ports.ts'
import { createIndexesService } from '../../features/indexes/indexes.service.ts'
import { newId } from '../../ids.ts'
import { createCorpus } from './index-corpus.ts'
import { insertOwner } from './insert-owner.ts'

const CHUNKS = Number(process.argv[2] ?? 100_000)
const DIMENSIONS = Number(process.argv[3] ?? 384)
const QUESTIONS = 300
const AT_ONCE = 10
const BATCH = 1_000
const PER_SOURCE = 40
const SPACE = 'bench'

const cache = join(import.meta.dirname, '../../../node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'index-bench-'))
try {
  await measure(join(folder, 'bench.db'))
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(file: string) {
  const store = openSqlite(file)
  await insertOwner(store)
  const indexes = createIndexesService({ store, newId, now: () => new Date() })
  const corpus = createCorpus(DIMENSIONS)
  const questions: { words: string; vector: Float32Array }[] = []
  const vectors = new Float32Array(CHUNKS * DIMENSIONS)

  const { seconds, slowest } = await fill()
  print('chunks stored per second, vectors included', (CHUNKS / seconds).toFixed(0))
  print('longest turn of the event loop while storing, ms', slowest.toFixed(0))

  const before = memory()
  const reopened = createIndexesService({ store, newId, now: () => new Date() })
  const index = reopened.namedIndex('ada', 'bench')
  const first = await timed(() => index.search(SPACE, { ...both(0), count: 10 }))
  print('first question, ms', first.toFixed(0))
  print('memory while idle, MiB', (memory() - before).toFixed(0))

  print('recall of the ten nearest', (await recall()).toFixed(3))
  for (const [what, query] of Object.entries({ vector: byVector, words: byWords, both })) {
    await each(1, query, 50)
    print(`${what}, one at a time`, await each(1, query, QUESTIONS))
    print(`${what}, ten at once`, await each(AT_ONCE, query, QUESTIONS))
  }
  await store.close()

  async function fill() {
    const writing = indexes.namedIndex('ada', 'bench')
    let [total, longest] = [0, 0]
    const fresh = Array.from({ length: CHUNKS }, (_, place) => `chunk-${place}`)
    for (let from = 0; from < CHUNKS; from += BATCH) {
      const some = Array.from({ length: Math.min(BATCH, CHUNKS - from) }, () => corpus.chunk())
      const embedded = some.map(({ place }) => corpus.embed(place))
      for (const [place, vector] of embedded.entries()) {
        vectors.set(vector, (from + place) * DIMENSIONS)
      }
      if (questions.length < QUESTIONS && from % Math.ceil(CHUNKS / QUESTIONS) < BATCH) {
        questions.push(...some.slice(0, Math.ceil((QUESTIONS * BATCH) / CHUNKS)).map(corpus.question))
      }
      const chunks = some.map(({ text }, place) => ({
        ...{
          id: `chunk-${from + place}`,
          pageContent: text,
          metadata: { source: `file-${Math.floor((from + place) / PER_SOURCE)}` },
        },
        ...{
          source: `file-${Math.floor((from + place) / PER_SOURCE)}`,
          position: (from + place) % PER_SOURCE,
        },
      }))
      const watch = watchLoop()
      total += await timed(async () => {
        const texts = some.map(({ text }) => text)
        await store.transaction((tx) =>
          indexes.storeEmbedded(tx, 'ada', {
            space: SPACE,
            texts,
            vectors: embedded.map((each) => Array.from(each)),
          }),
        )
        await writing.stage(SPACE, chunks)
      })
      longest = Math.max(longest, watch())
    }
    total += await timed(() => writing.publish(SPACE, { fresh, stale: [] }))
    return { seconds: total / 1_000, slowest: longest }
  }

  async function recall() {
    let found = 0
    for (const { vector } of questions) {
      const near = await index.search(SPACE, { vector: Array.from(vector), count: 10 })
      const exact = new Set(nearest(vector))
      found += near.filter(({ id }) => exact.has(Number(id.split('-')[1]))).length
    }
    return found / (10 * questions.length)
  }

  function nearest(query: Float32Array): number[] {
    const scores = new Float32Array(CHUNKS)
    for (let place = 0; place < CHUNKS; place += 1) {
      let dot = 0
      for (let at = 0, from = place * DIMENSIONS; at < DIMENSIONS; at += 1) {
        dot += (query[at] as number) * (vectors[from + at] as number)
      }
      scores[place] = dot
    }
    const limit = scores.slice().sort().at(-10) ?? 0
    return [...scores.keys()].filter((place) => (scores[place] as number) >= limit)
  }

  function both(place: number): Omit<IndexSearch, 'count'> {
    const { vector, words } = questions[place % questions.length] as (typeof questions)[number]
    return { vector: Array.from(vector), words }
  }
  function byVector(place: number) {
    return { vector: both(place).vector }
  }
  function byWords(place: number) {
    return { words: both(place).words }
  }

  /** p50 and p95 in ms, and CPU per question. */
  async function each(callers: number, query: (place: number) => Omit<IndexSearch, 'count'>, count: number) {
    const times: number[] = []
    let next = 0
    const cpu = process.cpuUsage()
    const call = async () => {
      for (let place = next++; place < count; place = next++) {
        times.push(await timed(() => index.search(SPACE, { ...query(place), count: 10 })))
      }
    }
    await Promise.all(Array.from({ length: callers }, call))
    const { user, system } = process.cpuUsage(cpu)
    const at = (share: number) =>
      times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]?.toFixed(1)
    return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, CPU ${((user + system) / 1_000 / count).toFixed(1)} ms`
  }
}

function watchLoop() {
  let [longest, last] = [0, performance.now()]
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  return () => {
    clearInterval(timer)
    return longest
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Not the resident size, of which storing has left more than it needs. */
function memory(): number {
  ;(globalThis as { gc?: () => void }).gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}

function print(what: string, figure: string) {
  process.stdout.write(`${what}: ${figure}\n`)
}
