import { expect, test } from 'vitest'
import { gzipSize, screens } from '#server/commands/bench/client-size.ts'

// Issue 2 §11. What is too much here comes later instead: client/components/on-demand.tsx, client/texts/texts.tsx.
test('signing in loads no more than 180 KB, a canvas no more than 450 KB', () => {
  expect(gzipSize(screens.login)).toBeLessThanOrEqual(180_000)
  expect(gzipSize(screens.canvas)).toBeLessThanOrEqual(450_000)
})
