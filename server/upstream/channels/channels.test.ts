import { expect, test } from 'vitest'
import type { ChannelRequest } from '#server/ports/channels.ts'
import { readEntries } from './meta.ts'
import { toTelegramHtml, toWhatsappText } from './render-markdown.ts'
import { hmac } from './signature.ts'
import { splitText } from './split-text.ts'

const request = (body: string, headers: Record<string, string>): ChannelRequest => ({
  ...{ method: 'POST', headers, query: {}, raw: Buffer.from(body) },
})

test('signatures are those of the platforms', () => {
  const meta = '{"object":"page","entry":[]}'
  const signature = 'sha256=e6e9d7a842a48e17f43a34d6125d0d933e2aab92ee37f0993a4d493b50e3d438'
  const values = { appSecret: 'app-secret' }
  const read = (sent: string) => readEntries(request(meta, { 'x-hub-signature-256': sent }), values, 'page')
  const slack = ['v0:1763800000:', '{"type":"url_verification","challenge":"abc"}']

  expect(read(signature)).toEqual([])
  expect(() => read(signature.replace('e6', 'e7'))).toThrow('not valid')
  expect(() => read(signature.slice(0, -1))).toThrow('not valid')
  expect(hmac('signing-secret', slack, 'hex')).toBe(
    '271f302ce08b92cc37afe9cd1b2cdd330af72eb2d3a4024d86f9014f561c7441',
  )
})

test.each([-1, 0, 1])('a text of the limit %+d is split where it must be', (more) => {
  const text = 'a'.repeat(100 + more)

  const pieces = splitText(text, 100)

  expect(pieces).toHaveLength(more > 0 ? 2 : 1)
  expect(pieces.join('')).toBe(text)
})

test('texts are cut between paragraphs, then lines, sentences and words', () => {
  expect(splitText(`${'a'.repeat(60)}\n\n${'b'.repeat(60)}`, 100)).toEqual(['a'.repeat(60), 'b'.repeat(60)])
  expect(splitText(`${'a'.repeat(60)}. ${'b'.repeat(60)}`, 100)).toEqual([
    `${'a'.repeat(60)}.`,
    'b'.repeat(60),
  ])
})

test('a character of two units is not torn, and every piece fits', () => {
  const text = '😀'.repeat(200)

  const pieces = splitText(text, 101)

  expect(pieces.join('')).toBe(text)
  expect(pieces.every((piece) => piece.length <= 101 && piece.isWellFormed())).toBe(true)
})

test('a code block that is cut is closed and opened again', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)

  const pieces = splitText(['```js', ...lines, '```'].join('\n'), 120)

  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.every((piece) => piece.length <= 120)).toBe(true)
  expect(pieces.every((piece) => piece.startsWith('```js\n') && piece.endsWith('\n```'))).toBe(true)
  expect(pieces.flatMap((piece) => piece.split('\n').slice(1, -1))).toEqual(lines)
})

const markdown = [
  '# Menu',
  'Our **best** _dishes_ & ~~old~~ ones, see [the list](https://a.example/?x=1&y=2):',
  '- Soup\n- Fish\n  - grilled',
  '1. first\n2. second',
  '`a < b`',
  '```js\nif (a < b) {}\n```',
  '| A | B |\n|---|---|\n| 1 | 2 |',
].join('\n\n')

test('Markdown becomes the HTML that Telegram reads', () => {
  expect(toTelegramHtml(markdown)).toBe(
    [
      '<b>Menu</b>',
      'Our <b>best</b> <i>dishes</i> &amp; <s>old</s> ones, see <a href="https://a.example/?x=1&amp;y=2">the list</a>:',
      '• Soup\n• Fish\n  • grilled',
      '1. first\n2. second',
      '<code>a &lt; b</code>',
      '<pre>if (a &lt; b) {}</pre>',
      'A | B\n1 | 2',
    ].join('\n\n'),
  )
})

test('Markdown becomes the marks of WhatsApp', () => {
  expect(toWhatsappText(markdown)).toBe(
    [
      '*Menu*',
      'Our *best* _dishes_ & ~old~ ones, see the list (https://a.example/?x=1&y=2):',
      '• Soup\n• Fish\n  • grilled',
      '1. first\n2. second',
      '`a < b`',
      '```\nif (a < b) {}\n```',
      'A | B\n1 | 2',
    ].join('\n\n'),
  )
})

test.each([
  '<script>alert(1)</script>',
  '**unclosed',
  '[x](javascript:alert(1))',
  '<b>not a tag',
  '&amp;lt;',
])('hostile text arrives as text: %s', (text) => {
  const html = toTelegramHtml(text)

  expect(html).not.toMatch(/<(?!\/?(b|i|s|code|pre|blockquote|a)\b)/)
  expect(html).not.toContain('javascript:')
  expect(html.trim()).not.toBe('')
})
