import { expect, test } from 'vitest'
import { mayUseWeb } from './web-globals.ts'

test.each([
  'return fetch("https://museum.example")',
  'const axios = require("axios")',
  'return Buffer.from($text).toString("base64")',
  'return new Date(0).toLocaleDateString("tr")',
  'return [1.5].toLocaleString()',
  'return globalThis["fet" + "ch"]',
  'return (function () { return this })()',
  'return eval("fet" + "ch")',
  'return (() => {}).constructor("return URL")()',
  'return f\\u0065tch',
])('a script that may use a web global gets it: %s', (code) => {
  expect(mayUseWeb(code)).toBe(true)
})

test.each([
  'return $a + $b',
  'console.log($input); return { text: $vars.city }',
  'setTimeout(() => {}, 5); return 1',
])('a script that uses no web global gets none: %s', (code) => {
  expect(mayUseWeb(code)).toBe(false)
})
