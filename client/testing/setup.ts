import { createRequire } from 'node:module'
import { StyleSheet } from '@emotion/sheet'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import React from 'react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { showNodeTexts } from '#client/texts/node-texts.ts'

configure({
  asyncUtilTimeout: 20_000,
  // While `findBy` and `waitFor` retry, no one reads the message; with the page it is made at their timeout.
  getElementError: (message, container) =>
    new Error(isRetrying() ? (message ?? '') : `${message ?? ''}\n\n${prettyDOM(container)}`),
})

function isRetrying() {
  const { _disableExpensiveErrorDiagnostics } = getConfig() as { _disableExpensiveErrorDiagnostics?: boolean }
  return _disableExpensiveErrorDiagnostics === true
}

// React's development build records a stack for each element, only to print the owners of a failing component.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty(Reflect.get(React, internals), 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
})

// Style sheets are disabled, because happy-dom evaluates all of Joy's rules for every query by role, which
// took a third of the run time. Appearance is tested in a browser.
StyleSheet.prototype.insert = () => undefined
// Without style sheets there is no reason to evaluate the styles of each element on each render.
createRequire(import.meta.url)('@emotion/serialize').serializeStyles = () => ({
  name: 'unstyled',
  styles: '',
})

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
