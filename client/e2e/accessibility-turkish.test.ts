import { expect, test } from 'vitest'
import { inside, violationsOfEveryScreen } from './axe.ts'
import { openBrowser } from './browser.ts'

const browser = openBrowser()

test('no screen keeps anybody out, in either scheme', async () => {
  expect(inside.length).toBeGreaterThan(14)
  expect(await violationsOfEveryScreen(browser, 'tr')).toEqual([])
})
