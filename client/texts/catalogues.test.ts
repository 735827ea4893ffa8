import { expect, test } from 'vitest'
import { en } from './en.ts'
import { tr } from './tr.ts'

type Leaf = { key: string; value: unknown }

function leavesOf(value: unknown, key = ''): Leaf[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, key ? `${key}.${name}` : name))
    : [{ key, value }]
}

/** The server speaks English itself: server-sentences.test.ts holds what there is to translate. */
const withoutSentences = (catalogue: typeof en) => ({
  ...catalogue,
  sentences: {},
  errors: { ...catalogue.errors, sentences: {} },
})

test('Turkish says everything that English says, and nothing else', () => {
  const keys = (catalogue: typeof en) => leavesOf(withoutSentences(catalogue)).map(({ key }) => key)

  expect(keys(tr)).toEqual(keys(en))
})

test('a sentence that names things names as many in both languages', () => {
  const sorts = (catalogue: typeof en) =>
    leavesOf(withoutSentences(catalogue)).map(({ key, value }) => [key, typeof value])

  expect(sorts(tr)).toEqual(sorts(en))
})

test('no sentence ends with an exclamation mark, but for the one the specification fixes', () => {
  const sentences = [...leavesOf(en), ...leavesOf(tr)].map(({ value }) => String(value))

  expect(sentences.filter((sentence) => /!['"`]?$/.test(sentence))).toEqual([en.account.profile.saved])
})

test('Turkish is written to siz', () => {
  const familiar = leavesOf(tr).filter(({ value }) => /\b(sen|senin|sana|seni)\b/i.test(String(value)))

  expect(familiar).toEqual([])
})
