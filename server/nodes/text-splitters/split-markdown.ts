import { yieldEvery } from '#server/engine/pause.ts'
import { type Sizes, splitText } from './split-text.ts'

const separators = [
  ...[1, 2, 3, 4, 5, 6].map((level) => `\n${'#'.repeat(level)} `),
  '\n```',
  '\n\n***\n\n',
  '\n\n---\n\n',
  '\n\n',
  '\n',
  ' ',
  '',
]

/** Splits at headers first. With a level (`h2`) no chunk crosses a header of that level or a higher one. */
export async function splitMarkdown(text: string, sizes: Sizes, byHeaders = 'disabled'): Promise<string[]> {
  const level = Number(/^h([1-6])$/.exec(byHeaders)?.[1] ?? 0)
  if (level === 0) {
    return splitText(text, sizes, separators)
  }
  const pauseIfDue = yieldEvery()
  const chunks: string[][] = []
  for (const section of sectionsOf(text, level)) {
    chunks.push(await splitText(section, sizes, separators))
    await pauseIfDue()
  }
  return chunks.flat()
}

/** A `#` in a code block is not a header. */
function sectionsOf(text: string, level: number): string[] {
  const header = new RegExp(`^#{1,${level}} `)
  const sections: string[][] = [[]]
  let isCode = false
  for (const line of text.split('\n')) {
    isCode = /^\s*(```|~~~)/.test(line) ? !isCode : isCode
    if (!isCode && header.test(line)) {
      sections.push([])
    }
    sections.at(-1)?.push(line)
  }
  return sections.map((lines) => lines.join('\n'))
}
