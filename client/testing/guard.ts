import { StyleSheet } from '@emotion/sheet'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { showNodeTexts } from '#client/texts/node-texts.ts'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 })

// Our own style sheets are not read here, only Joy's were: with every element that is looked for by its role happy-dom
// went through all of those, for a third of the suite's time. What is drawn is looked at in a browser.
StyleSheet.prototype.insert = () => undefined

// happy-dom writes out all that is inside; Popper asks every element it meets, and only for its kind, as browsers tell it.
Element.prototype.toString = Node.prototype.toString

let errors: MockInstance<typeof console.error>
let areExpected = false

/** For a test that breaks something on purpose. */
export function expectConsoleErrors() {
  areExpected = true
}

beforeEach(() => {
  // happy-dom's window is narrower than a desk's.
  Object.assign(window, { innerWidth: 1440, innerHeight: 900 })
  areExpected = false
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

// What React or a library complains of is a fault of ours, also when the screen looks right.
afterEach(() => {
  cleanup()
  // Files share a worker, and the language of node texts is kept outside React.
  showNodeTexts(undefined)
  localStorage.clear()
  sessionStorage.clear()
  // happy-dom does not know <search>; every browser does.
  const said = errors.mock.calls
    .map((call) => call.map(String).join(' '))
    .filter((sentence) => !sentence.includes('is unrecognized in this browser'))
  vi.restoreAllMocks()
  if (!areExpected) {
    expect(said).toEqual([])
  }
})
