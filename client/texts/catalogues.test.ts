import { expect, test } from 'vitest'
import { en } from './en.ts'
import { tr } from './tr.ts'

type Leaf = { key: string; value: unknown }

function leavesOf(value: unknown, key = ''): Leaf[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, key ? `${key}.${name}` : name))
    : [{ key, value }]
}

test('Turkish says everything that English says, and nothing else', () => {
  const keys = (catalogue: unknown) => leavesOf(catalogue).map(({ key }) => key)

  expect(keys(tr)).toEqual(keys(en))
})

test('a sentence that names things names as many in both languages', () => {
  const sorts = (catalogue: unknown) => leavesOf(catalogue).map(({ key, value }) => [key, typeof value])

  expect(sorts(tr)).toEqual(sorts(en))
})

test('no sentence ends with an exclamation mark', () => {
  const sentences = [...leavesOf(en), ...leavesOf(tr)].map(({ value }) => String(value))

  expect(sentences.filter((sentence) => /!['"`]?$/.test(sentence))).toEqual([])
})

test('Turkish is written to siz', () => {
  const familiar = leavesOf(tr).filter(({ value }) => /\b(sen|senin|sana|seni)\b/i.test(String(value)))

  expect(familiar).toEqual([])
})
