import { StyleSheet } from '@emotion/sheet'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { showNodeTexts } from '#client/texts/node-texts.ts'

configure({ asyncUtilTimeout: 20_000 })

// Style sheets are disabled, because happy-dom evaluates all of Joy's rules for every query by role, which
// took a third of the run time. Appearance is tested in a browser.
StyleSheet.prototype.insert = () => undefined

// happy-dom's `toString` serializes the whole subtree; Popper calls it on every element and needs only the type,
// as in browsers.
Element.prototype.toString = Node.prototype.toString

let errors: MockInstance<typeof console.error>
let areExpected = false

export function expectConsoleErrors() {
  areExpected = true
}

beforeEach(() => {
  // happy-dom's default window is narrower than a desktop.
  Object.assign(window, { innerWidth: 1440, innerHeight: 900 })
  areExpected = false
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

// A console error of React or a library is a bug of ours, even when the screen looks right.
afterEach(() => {
  cleanup()
  // Test files share a worker, and the language of node texts is global state outside React.
  showNodeTexts(undefined)
  localStorage.clear()
  sessionStorage.clear()
  // happy-dom does not support <search>; every browser does.
  const messages = errors.mock.calls
    .map((call) => call.map(String).join(' '))
    .filter((sentence) => !sentence.includes('is unrecognized in this browser'))
  vi.restoreAllMocks()
  if (!areExpected) {
    expect(messages).toEqual([])
  }
})
