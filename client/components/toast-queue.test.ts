import { expect, test } from 'vitest'
import { addToast, type Toast, type ToastTone } from './toast-queue.ts'

function addAll(...tones: ToastTone[]) {
  return tones.reduce<Toast[]>((toasts, tone, id) => addToast(toasts, { id, tone, text: tone }), [])
}
const ids = (toasts: Toast[]) => toasts.map(({ id }) => id)

test('shows three at most, the newest last', () => {
  expect(ids(addAll('success', 'info', 'success', 'info'))).toEqual([1, 2, 3])
})

test('news makes room before an error does', () => {
  expect(ids(addAll('error', 'success', 'info', 'success'))).toEqual([0, 2, 3])
})

test('among errors alone the oldest makes room', () => {
  expect(ids(addAll('error', 'error', 'error', 'success'))).toEqual([1, 2, 3])
})
