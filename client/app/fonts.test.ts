import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the interface font has every sign of both languages', () => {
  const css = readFileSync('client/app/fonts.css', 'utf8')
  const faces = css.split('@font-face').filter((face) => face.includes('IBM Plex Sans'))
  const ranges = faces.flatMap((face) =>
    [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = '', to = from]) => [
      Number.parseInt(from, 16),
      Number.parseInt(to, 16),
    ]),
  )

  for (const sign of 'ğĞşŞıİçÇöÖüÜ₺$−–…“”') {
    const code = sign.codePointAt(0) ?? 0
    expect(
      ranges.some(([from = 0, to = 0]) => from <= code && code <= to),
      sign,
    ).toBe(true)
  }
})
