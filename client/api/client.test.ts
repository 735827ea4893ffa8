import { afterEach, expect, test } from 'vitest'
import { readCookie, requestHeaders } from './client.ts'

afterEach(() => localStorage.clear())

test('finds its cookie among others', () => {
  expect(readCookie('XSRF-TOKEN', 'a=1; XSRF-TOKEN=x%2Fy; b=2')).toBe('x/y')
  expect(readCookie('XSRF-TOKEN', 'OLD-XSRF-TOKEN=z')).toBeUndefined()
})

test('every call says that it comes from us, and for whom', () => {
  localStorage.setItem('token', 'abc')

  expect(requestHeaders()).toMatchObject({ 'x-request-from': 'internal', Authorization: 'Bearer abc' })
})

test('a write of money carries its key, any other call carries none', () => {
  const op = { context: { idempotencyKey: 'k1' } }

  expect(requestHeaders({ op })).toMatchObject({ 'Idempotency-Key': 'k1' })
  expect(requestHeaders({ op: { context: {} } })).not.toHaveProperty('Idempotency-Key')
  expect(requestHeaders()).not.toHaveProperty('Idempotency-Key')
})
