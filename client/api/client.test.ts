import { afterEach, expect, test } from 'vitest'
import { readCookie, requestHeaders } from './client.ts'

afterEach(() => localStorage.clear())

test('reads its cookie from among others', () => {
  expect(readCookie('XSRF-TOKEN', 'a=1; XSRF-TOKEN=x%2Fy; b=2')).toBe('x/y')
  expect(readCookie('XSRF-TOKEN', 'OLD-XSRF-TOKEN=z')).toBeUndefined()
})

test('every call has headers that identify the client and the user', () => {
  localStorage.setItem('token', 'abc')

  expect(requestHeaders()).toMatchObject({ 'x-request-from': 'internal', Authorization: 'Bearer abc' })
})

test('a write that moves money sends its idempotency key, any other call sends none', () => {
  const op = { context: { idempotencyKey: 'k1' } }

  expect(requestHeaders({ op })).toMatchObject({ 'Idempotency-Key': 'k1' })
  expect(requestHeaders({ op: { context: {} } })).not.toHaveProperty('Idempotency-Key')
  expect(requestHeaders()).not.toHaveProperty('Idempotency-Key')
})
