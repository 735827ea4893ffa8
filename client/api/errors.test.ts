import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { toAppError, toResponseError } from './errors.ts'

const wrapped = (cause: Error) => TRPCClientError.from(cause)

test.each([
  [
    'the network fails',
    new TypeError('Failed to fetch'),
    'UPSTREAM_FAILED',
    'Could not reach the server. Try again in a moment.',
  ],
  ['the time is up', new DOMException('late', 'TimeoutError'), 'TIMED_OUT', 'The request timed out.'],
  ['the user aborts', new DOMException('aborted', 'AbortError'), 'STOPPED', 'The request was aborted.'],
])('%s: has its own code and sentence', (_, cause, code, message) => {
  expect(toAppError(cause)).toMatchObject({ code, message })
  expect(toAppError(wrapped(cause))).toMatchObject({ code, message })
})

test.each([
  [504, 'TIMED_OUT'],
  [408, 'TIMED_OUT'],
  [502, 'UPSTREAM_FAILED'],
])('a response %i without our error body is reported as %s', (status, code) => {
  expect(toResponseError(status, '<html>')).toMatchObject({ code })
})

test('a server error keeps its code and message', () => {
  const body = { code: 'CONFLICT', message: 'This name is taken.' }

  expect(toResponseError(409, body)).toMatchObject(body)
})

test('an abort is distinguished from an error', () => {
  expect(toAppError(wrapped(new DOMException('aborted', 'AbortError'))).code).toBe('STOPPED')
  expect(toAppError(new TypeError('Failed to fetch')).code).toBe('UPSTREAM_FAILED')
})
