import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf } from '#shared/contrast.ts'
import { fixContrast, LEAST_CONTRAST } from './fix-contrast.ts'

test('a text that can be read stays; another one becomes as dark or light as necessary', () => {
  expect(fixContrast('#0C5C57', '#FFFFFF')).toBe('#FFFFFF')
  expect(fixContrast('#FFFFFF', '#7F7F7F')).toBe('#757575')
  expect(fixContrast('#1B1F27', '#404040')).toBe('#898989')
})

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0').toUpperCase()}`)

test('every pair of colors can be fixed', () => {
  fc.assert(
    fc.property(color, color, (surface, text) => {
      expect(contrastOf(surface, fixContrast(surface, text))).toBeGreaterThanOrEqual(LEAST_CONTRAST)
    }),
  )
})
