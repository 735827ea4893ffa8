import { expect, test } from 'vitest'
import { visitorChat as visitorEnglish } from './en/visitor-chat.ts'
import { en as shown } from './en.ts'
import { patterns } from './tr/patterns.ts'
import { sentences } from './tr/sentences.ts'
import { visitorChat as visitorTurkish } from './tr/visitor-chat.ts'
import { tr as shownInTurkish } from './tr.ts'

// The chat of a visitor has texts of its own.
const en = { ...shown, visitorChat: visitorEnglish }
const tr: typeof en = { ...shownInTurkish, visitorChat: visitorTurkish }

type Leaf = { key: string; value: unknown }

function leavesOf(value: unknown, key = ''): Leaf[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, key ? `${key}.${name}` : name))
    : [{ key, value }]
}

const leavesOfTurkish = () => leavesOf({ ...tr, sentences, patterns })

/**
 * The server's own language is English; server-sentences.test.ts checks which of its sentences need a translation.
 */
const withoutSentences = (catalogue: typeof en) => ({
  ...catalogue,
  errors: { ...catalogue.errors, sentences: {} },
  visitorChat: { ...catalogue.visitorChat, sentences: {} },
})

test('Turkish has the same keys as English', () => {
  const keys = (catalogue: typeof en) => leavesOf(withoutSentences(catalogue)).map(({ key }) => key)

  expect(keys(tr)).toEqual(keys(en))
})

test('a sentence with parameters has the same number of them in both languages', () => {
  const sorts = (catalogue: typeof en) =>
    leavesOf(withoutSentences(catalogue)).map(({ key, value }) => [key, typeof value])

  expect(sorts(tr)).toEqual(sorts(en))
})

test('no sentence ends with an exclamation mark, except the specified one', () => {
  const texts = [...leavesOf(en), ...leavesOfTurkish()].map(({ value }) => String(value))

  expect(texts.filter((sentence) => /!['"`]?$/.test(sentence))).toEqual([en.account.profile.saved])
})

test('Turkish addresses the user with siz', () => {
  const familiar = leavesOfTurkish().filter(({ value }) => /\b(sen|senin|sana|seni)\b/i.test(String(value)))

  expect(familiar).toEqual([])
})

test('no text contains a placeholder or an editor’s note', () => {
  const gaps = [...leavesOf(en), ...leavesOfTurkish()].filter(
    ({ value }) => typeof value === 'string' && / {2}/.test(value),
  )

  expect(gaps).toEqual([])
})

test('the draft notice names the published version only if there is one', () => {
  for (const { versions } of [en, tr]) {
    expect(versions.testingDraft('v3')).toContain('v3')
    expect(versions.testingDraft(undefined)).not.toContain('undefined')
  }
})

test('Turkish follows its glossary and punctuation rules', () => {
  const words = /(?<!\p{L})(jeton|belirteç|ileti|süzgeç\p{L}*|vaka|yalnız|gözünden bak|en çok)(?!\p{L})/iu
  const punctuation = /(?<!\.)\.\.(?!\.)|\p{L}'\p{L}|\$\{\w+\}['’]/u
  const faulty = leavesOfTurkish().filter(
    ({ value }) => words.test(String(value)) || punctuation.test(String(value)),
  )

  expect(faulty).toEqual([])
})
