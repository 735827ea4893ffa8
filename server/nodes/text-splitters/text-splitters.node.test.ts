import { expect, test } from 'vitest'
import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type { TextSplitter } from '#server/engine/handles.ts'
import { readInputs } from '#server/engine/read-inputs.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { readDocument } from '#server/upstream/documents/read-document.ts'

async function split(name: string, text: string, stored: Record<string, unknown>) {
  const node = catalogue.get(name) as NodeDefinition
  const around = aSurrounding(
    { readDocument: (bytes, format, settings = {}) => readDocument(bytes, format, settings) },
    node.label,
  )
  const scope = { node: node.label, turn: around.turn, built: new Map() }
  const call: AnyCall = { ...around, inputs: readInputs(node.inputs, stored, scope), credential: undefined }
  const splitter = (await node.build?.(call)) as TextSplitter
  return splitter.split((await splitter.toMarkdown?.(text)) ?? text)
}

test('characterTextSplitter splits before its separator, loses nothing, and joins what fits', async () => {
  const pieces = await split('characterTextSplitter', 'one two;three;four five six;seven', {
    separator: ';',
    chunkSize: '14',
    chunkOverlap: '0',
  })

  expect(pieces).toEqual(['one two;three', ';four five six', ';seven'])
})

test('codeTextSplitter does not split functions', async () => {
  const one = 'function one() {\n  return 1\n}\n'
  const two = 'function two() {\n  return 2\n}\n'

  const pieces = await split('codeTextSplitter', `${one}\n${two}`, {
    language: 'js',
    chunkSize: 40,
    chunkOverlap: 0,
  })

  expect(pieces.map((piece) => piece.trim())).toEqual([one.trim(), two.trim()])
})

test('tokenTextSplitter counts tokens, and its chunks overlap', async () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ')

  const pieces = await split('tokenTextSplitter', words, { chunkSize: 40, chunkOverlap: 10 })

  expect(pieces.length).toBeGreaterThan(3)
  expect(words.startsWith(pieces[0] ?? '?')).toBe(true)
  expect(words.endsWith(pieces.at(-1) ?? '?')).toBe(true)
  for (const [index, piece] of pieces.slice(1).entries()) {
    expect(pieces[index]?.includes(piece.slice(0, 10))).toBe(true)
  }
})

test('htmlToMarkdownTextSplitter reads a page and splits it at its headings', async () => {
  const html = '<h1>Menu</h1><p>Soup and <b>tea</b>.</p><h2>Hours</h2><p>From ten to six.</p>'

  const pieces = await split('htmlToMarkdownTextSplitter', html, { chunkSize: 40, chunkOverlap: 0 })

  expect(pieces.join('\n')).not.toMatch(/<\w/)
  expect(pieces[0]).toContain('# Menu')
  expect(pieces.find((piece) => piece.includes('From ten'))).toContain('## Hours')
})
