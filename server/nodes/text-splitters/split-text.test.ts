import { describe, expect, test } from 'vitest'
import { codeLanguages, splitCode } from './split-code.ts'
import { splitMarkdown } from './split-markdown.ts'
import { readSizes, splitText } from './split-text.ts'
import { splitTokens, tokensOf } from './split-tokens.ts'

/** Deterministic texts: words, lines, paragraphs, headers, code, surrogate pairs, and stretches without a space. */
function* texts() {
  let seed = 7
  const next = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % max
  }
  const words = [
    'müze',
    'a',
    'the',
    'opens',
    'x'.repeat(90),
    '🙂🙂',
    'function',
    '# Title',
    'İstanbul',
    '42',
    '```',
  ]
  const gaps = [' ', ' ', ' ', '\n', '\n\n', '\nfunction ', '\n## ', '\t']
  for (let round = 0; round < 60; round += 1) {
    let text = ''
    for (let count = next(120); count >= 0; count -= 1) {
      text += `${words[next(words.length)]}${gaps[next(gaps.length)]}`
    }
    yield text
  }
}

const sizes = [
  { size: 1, overlap: 0 },
  { size: 2, overlap: 1 },
  { size: 20, overlap: 0 },
  { size: 64, overlap: 20 },
  { size: 500, overlap: 100 },
  { size: 100_000, overlap: 200 },
]
const splitters = {
  recursive: splitText,
  markdown: (text: string, size: (typeof sizes)[number]) => splitMarkdown(text, size, 'h2'),
  code: (text: string, size: (typeof sizes)[number]) => splitCode(text, size, 'js'),
  tokens: splitTokens,
}

describe.each(Object.entries(splitters))('%s', (name, split) => {
  const lengthOf = (text: string) => (name === 'tokens' ? tokensOf(text).length : text.length)

  test.each(sizes)('stays within $size with $overlap and loses nothing', async ({ size, overlap }) => {
    for (const text of texts()) {
      const chunks = await split(text, { size, overlap })

      expect(Math.max(0, ...chunks.map(lengthOf))).toBeLessThanOrEqual(size)
      expect(coversAll(chunks, text)).toBe(true)
    }
  })
})

test.each(sizes.slice(2, 5))(
  'a chunk of $size starts with at most $overlap of the previous one',
  async ({ size, overlap }) => {
    // Each word is unique, so that it identifies its position in the text.
    const text = Array.from({ length: 3000 }, (_, place) => `w${place}`).join(' ')

    const chunks = await splitText(text, { size, overlap })

    const overlaps = chunks.slice(1).map((chunk, place) => {
      const end = text.indexOf(chunks[place] as string) + (chunks[place] as string).length
      return end - text.indexOf(chunk)
    })
    expect(Math.max(...overlaps)).toBeLessThanOrEqual(overlap)
    // The overlap is at most one word smaller than allowed.
    expect(Math.min(...overlaps)).toBeGreaterThanOrEqual(Math.max(-1, overlap - 7))
  },
)

test('paragraphs stay complete as long as they fit', async () => {
  const text = 'One two three.\n\nFour five.\n\nSix seven eight nine.'

  expect(await splitText(text, { size: 30, overlap: 0 })).toEqual([
    'One two three.\n\nFour five.',
    'Six seven eight nine.',
  ])
})

test('with a level, Markdown is split at every header up to it, but not in code', async () => {
  const text = 'intro\n# A\na\n## B\nb\n```\n# no header\n```\n### C\nc'

  expect(await splitMarkdown(text, { size: 1000, overlap: 0 }, 'h2')).toEqual([
    'intro',
    '# A\na',
    '## B\nb\n```\n# no header\n```\n### C\nc',
  ])
})

test('code is split at the start of a block, in every language', async () => {
  const text = 'const a = 1\nfunction one() {\n  return 1\n}\nfunction two() {\n  return 2\n}'

  expect(await splitCode(text, { size: 45, overlap: 0 }, 'js')).toEqual([
    'const a = 1\nfunction one() {\n  return 1\n}',
    'function two() {\n  return 2\n}',
  ])
  expect(codeLanguages).toHaveLength(16)
})

test('tokens are counted as GPT does, or slightly higher', () => {
  // cl100k_base gives 10 tokens.
  expect(tokensOf('The museum opens at ten, and closes at six').length).toBeGreaterThanOrEqual(10)
  expect(tokensOf('The museum opens at ten, and closes at six').length).toBeLessThanOrEqual(13)
})

test('unusable chunk sizes are rejected', () => {
  expect(readSizes('Splitter', undefined, undefined)).toEqual({ size: 1000, overlap: 200 })
  expect(readSizes('Splitter', 100, undefined)).toEqual({ size: 100, overlap: 20 })
  expect(() => readSizes('Splitter', 100, 100)).toThrow('Splitter: Chunk Overlap must be smaller')
  expect(() => readSizes('Splitter', 0, 0)).toThrow('Splitter:')
})

/** Every non-space character is in some chunk, in order. */
function coversAll(chunks: readonly string[], text: string): boolean {
  const plain = text.replace(/\s/g, '')
  let covered = 0
  for (const chunk of chunks) {
    const bare = chunk.replace(/\s/g, '')
    // The latest possible start is right after the covered text.
    let start = Math.max(0, covered - bare.length)
    while (start <= covered && !plain.startsWith(bare, start)) {
      start += 1
    }
    if (start > covered) {
      return false
    }
    covered = Math.max(covered, furthest(plain, bare, start, covered))
  }
  return covered === plain.length
}

function furthest(plain: string, bare: string, first: number, covered: number): number {
  let end = 0
  for (let start = first; start <= covered; start += 1) {
    if (plain.startsWith(bare, start)) {
      end = start + bare.length
    }
  }
  return end
}
