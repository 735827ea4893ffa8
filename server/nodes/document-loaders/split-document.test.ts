import { expect, test } from 'vitest'
import { splitText } from '#server/nodes/text-splitters/split-text.ts'
import { splitDocument } from './split-document.ts'

const sentence = (word: string) => `${`${word} `.repeat(30).trim()}.`
const text = ['One', sentence('one'), 'Two', sentence('two'), sentence('three')].join('\n\n')
const marks = [
  { at: 0, heading: 'One', page: 1 },
  { at: text.indexOf('Two'), heading: 'Two', page: 1 },
  { at: text.indexOf('three'), heading: 'Two', page: 2 },
]
const document = { pageContent: text, metadata: { source: 'a.pdf', loc: { from: 1 } }, marks }

test.each([0, 60])('chunks know their page and heading, with an overlap of %i', async (overlap) => {
  const splitter = { key: '', split: (whole: string) => splitText(whole, { size: 160, overlap }) }

  const chunks = await splitDocument(document, splitter)

  for (const { pageContent, metadata } of chunks) {
    const counts = ['one', 'two', 'three'].map((word) => pageContent.split(word).length)
    const word = counts.indexOf(Math.max(...counts))
    expect([pageContent, metadata]).toEqual([
      pageContent,
      {
        source: 'a.pdf',
        loc: { from: 1, pageNumber: word === 2 ? 2 : 1 },
        heading: word === 0 ? 'One' : 'Two',
      },
    ])
  }
  expect(new Set(chunks.map(({ metadata }) => metadata.heading)).size).toBe(2)
})

test('repeated chunks are found at their own place', async () => {
  const repeated = 'same\nsame\nsame'
  const lines = { key: '', split: (whole: string) => whole.split('\n') }

  const chunks = await splitDocument(
    { pageContent: repeated, metadata: {}, marks: [0, 5, 10].map((at) => ({ at, heading: String(at) })) },
    lines,
  )

  expect(chunks.map(({ metadata }) => metadata.heading)).toEqual(['0', '5', '10'])
})

test('a splitter for Markdown marks chunks of any document', async () => {
  const splitter = {
    key: '',
    toMarkdown: (html: string) => html.replace(/<h1>(.*)<\/h1>/, '# $1\n'),
    split: (markdown: string) => markdown.split('\n\n'),
  }

  expect(await splitDocument({ pageContent: 'intro\n\n<h1>A</h1>\na', metadata: {} }, splitter)).toEqual([
    { pageContent: 'intro', metadata: {} },
    { pageContent: '# A', metadata: { heading: 'A' } },
    { pageContent: 'a', metadata: { heading: 'A' } },
  ])
})

test('a whole document keeps its metadata and has the heading of all its text', async () => {
  const whole = {
    ...document,
    marks: [
      { at: 0, heading: 'A > B' },
      { at: 9, heading: 'A > C' },
    ],
  }

  expect(await splitDocument(whole, undefined)).toEqual([
    { pageContent: text, metadata: { source: 'a.pdf', loc: { from: 1 }, heading: 'A' } },
  ])
  expect(await splitDocument({ pageContent: 'x', metadata: {} }, undefined)).toEqual([
    { pageContent: 'x', metadata: {} },
  ])
})
