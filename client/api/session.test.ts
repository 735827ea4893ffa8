import { afterEach, expect, test } from 'vitest'
import {
  authorization,
  expireSession,
  isOwnPath,
  onExpiry,
  parseUser,
  popExpiry,
  readToken,
  rememberedPath,
} from './session.ts'

afterEach(() => localStorage.clear())

test.each([
  ['/app/tools?x=1', true],
  ['/canvas/1', true],
  ['/', false],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['/\t/evil.example', false],
  ['https://evil.example', false],
  ['javascript:alert(1)', false],
])('whether %s is a path of this app: %s', (path, expected) => {
  expect(isOwnPath(path)).toBe(expected)
})

test('a stored return path on another site is not followed', () => {
  localStorage.setItem('redirectUrl', '//evil.example/app')

  expect(rememberedPath()).toBeUndefined()
})

test('an unreadable stored user has no rights; a missing one is fetched from the server', () => {
  expect(parseUser('{"username":"ada","role":"ADMIN"}')).toMatchObject({ username: 'ada', role: 'ADMIN' })
  expect(parseUser('{broken')).toBe('unreadable')
  expect(parseUser('{"username":"ada","role":"EMPEROR"}')).toBe('unreadable')
  expect(parseUser(undefined)).toBe('missing')
})

test('the request is authenticated by the token, otherwise by the token pair stored by earlier versions', () => {
  localStorage.setItem('username', 'ada')
  localStorage.setItem('password', 'şifre')
  expect(authorization()).toEqual({ Authorization: 'Basic YWRhOsWfaWZyZQ==' })

  localStorage.setItem('token', 'abc')
  expect(authorization()).toEqual({ Authorization: 'Bearer abc' })
})

test('an expired session is cleared and its path stored', () => {
  localStorage.setItem('token', 'abc')
  localStorage.setItem('user', '{}')
  history.replaceState(null, '', '/canvas/1?x=2')

  expireSession()

  expect(readToken()).toBeUndefined()
  expect(localStorage.getItem('user')).toBeNull()
  expect(rememberedPath()).toBe('/canvas/1?x=2')
})

test('unsaved work can be stored before a session is cleared; the result is reported once', async () => {
  localStorage.setItem('token', 'abc')
  const tokens: (string | undefined)[] = []
  const stop = onExpiry(async () => {
    tokens.push(readToken())
    return true
  })

  expireSession()
  stop()

  expect(tokens).toEqual(['abc'])
  expect(await popExpiry()?.isDraftStored).toBe(true)
  expect(popExpiry()).toBeUndefined()
})
