import { expect, test } from 'vitest'
import { visitorChat as visitorEnglish } from './en/visitor-chat.ts'
import { en as shown } from './en.ts'
import { visitorChat as visitorTurkish } from './tr/visitor-chat.ts'
import { tr as shownInTurkish } from './tr.ts'

const en = { ...shown, visitorChat: visitorEnglish }
const tr: typeof en = { ...shownInTurkish, visitorChat: visitorTurkish }

type Sentence = (...values: never[]) => unknown
type Leaf = { key: string; sentence: Sentence }

function sentencesOf(value: unknown, key = ''): Leaf[] {
  if (typeof value === 'function') {
    return [{ key, sentence: value as Sentence }]
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => sentencesOf(inner, `${key}.${name}`))
    : []
}

/** The sentence with every value set to `one`; empty for sentences without counts. */
function render({ sentence }: Leaf, one: number | string): string {
  try {
    return JSON.stringify(sentence(...(Array.from({ length: 6 }, () => one) as never[]))) ?? ''
  } catch {
    return ''
  }
}

const singular = new Set(['ms', 's', 'is', 'was', 'has', 'of', 'uses', 'stops', 'needs', 'asks', 'gets'])

function pluralsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w.,–-])1 (?:more |other )?([a-z]+s|are|were|have)\b/g)]
    .map(([found, word = '']) => (singular.has(word) ? '' : found))
    .filter(Boolean)
}

/** Sentences whose value is a name, or never 1. */
const named = new Set([
  '.chat.waits.step',
  '.inbox.takeover.otherSince',
  '.inbox.reply.tooLong',
  '.canvasRun.chooseVisit',
  '.shell.needAdmin.text',
  '.canvas.issues.lost',
  '.canvas.draft.text',
  '.checklist.issues.lost',
  '.checklist.issues.variable',
  '.checklist.issues.rival',
  '.checklist.issues.addMemory',
  '.canvasFields.showSource',
  '.canvasFields.manyFiles',
  '.canvasTools.presence.areHere',
  '.nodes.toolbar',
  '.agent.condition.leadsNowhere',
  '.usage.prices.historyOf',
])
const countsOf = (catalogue: object) => sentencesOf(catalogue).filter(({ key }) => !named.has(key))

// Counts are numbers, or text already formatted in the language.
test('no English sentence uses a plural for one', () => {
  const faulty = countsOf(en).flatMap((leaf) => {
    const [asNumber, asText] = [1, '1'].map((one) => pluralsIn(render(leaf, one)))
    return asText?.length === 0 ? [] : (asNumber ?? []).map((found) => `${leaf.key}: ${found}`)
  })

  expect([...new Set(faulty)]).toEqual([])
})

test('Turkish nouns stay singular after a number', () => {
  const faulty = countsOf(tr).flatMap((leaf) =>
    [...render(leaf, 5).matchAll(/(?<![\w.,–-])5 (\p{L}+l[ae]r)\b(?!['’])/gu)].map(
      ([found]) => `${leaf.key}: ${found}`,
    ),
  )

  expect([...new Set(faulty)]).toEqual([])
})
