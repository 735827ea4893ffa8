import type { ReactNode } from 'react'

export type ToastTone = 'success' | 'info' | 'error'
export type ToastAction = { label: string; onClick: () => void }
export type Toast = { id: number; tone: ToastTone; text: ReactNode; action?: ToastAction | undefined }

const MAX_COUNT = 3

/**
 * At most three toasts, without duplicate errors. Errors stay until dismissed, so the oldest other toast is
 * dropped first.
 */
export function addToast(shown: readonly Toast[], added: Toast): Toast[] {
  const isSame = ({ tone, text }: Toast) => tone === 'error' && added.tone === 'error' && text === added.text
  const toasts = shown.filter((toast) => !isSame(toast))
  if (toasts.length < MAX_COUNT) {
    return [...toasts, added]
  }
  const leaving = toasts.find(({ tone }) => tone !== 'error') ?? toasts[0]
  return [...toasts.filter((toast) => toast !== leaving), added]
}

/** A past toast, without its action. `at` is an ISO date. */
export type PastToast = { id: number; tone: ToastTone; text: ReactNode; at: string }

const MAX_STORED = 50

export function addPastToast(toasts: readonly PastToast[], added: PastToast): PastToast[] {
  return [added, ...toasts].slice(0, MAX_STORED)
}
