import { expect, test } from 'vitest'
import { addPastToast, addToast, type PastToast, type Toast, type ToastTone } from './toast-queue.ts'

function addAll(...tones: ToastTone[]) {
  return tones.reduce<Toast[]>(
    (toasts, tone, id) => addToast(toasts, { id, tone, text: `${tone} ${id}` }),
    [],
  )
}
const ids = (toasts: Toast[]) => toasts.map(({ id }) => id)

test('shows at most three, newest last', () => {
  expect(ids(addAll('success', 'info', 'success', 'info'))).toEqual([1, 2, 3])
})

test('other toasts are removed before errors', () => {
  expect(ids(addAll('error', 'success', 'info', 'success'))).toEqual([0, 2, 3])
})

test('the oldest error is removed when all toasts are errors', () => {
  expect(ids(addAll('error', 'error', 'error', 'success'))).toEqual([1, 2, 3])
})

test('the last fifty toasts are stored, newest first', () => {
  const stored = Array.from({ length: 60 }, (_, id) => id).reduce<PastToast[]>(
    (toasts, id) => addPastToast(toasts, { id, tone: 'info', text: id, at: '' }),
    [],
  )

  expect(stored.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, place) => 59 - place))
})

test('the same error is shown once, as the newest', () => {
  const offline = (id: number): Toast => ({
    id,
    tone: 'error',
    text: 'Could not reach the server. Try again in a moment.',
  })

  expect(
    ids(addToast(addToast(addToast([], offline(0)), { id: 1, tone: 'info', text: 'x' }), offline(2))),
  ).toEqual([1, 2])
})
