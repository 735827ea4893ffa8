import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

test('the lines of a snippet equal its text, whatever is highlighted', () => {
  const code = "const a = 'it\\'s'\n\nconsole.log(\"x\", 1)"
  const lines = highlight('javascript', code)

  expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(code)
  expect(lines[0]).toEqual([
    { text: 'const', kind: 'keyword' },
    { text: ' a = ', kind: 'plain' },
    { text: "'it\\'s'", kind: 'string' },
  ])
})
