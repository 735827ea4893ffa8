import { expect, test } from 'vitest'
import { inside, violationsOfEveryScreen } from './axe.ts'
import { openBrowser } from './browser.ts'

const browser = openBrowser()

test('no screen has accessibility issues, in either color scheme', async () => {
  expect(inside.length).toBeGreaterThan(14)
  expect(await violationsOfEveryScreen(browser, 'en')).toEqual([])
})
