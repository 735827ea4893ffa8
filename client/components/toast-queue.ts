import type { ReactNode } from 'react'

export type ToastTone = 'success' | 'info' | 'error'
export type ToastAction = { label: string; onClick: () => void }
export type Toast = { id: number; tone: ToastTone; text: ReactNode; action?: ToastAction | undefined }

const MAX_COUNT = 3

/** At most three at once; the same error is shown once. An error stays until it is dismissed, so the oldest news makes room first, then the oldest error. */
export function addToast(shown: readonly Toast[], added: Toast): Toast[] {
  const isSame = ({ tone, text }: Toast) => tone === 'error' && added.tone === 'error' && text === added.text
  const toasts = shown.filter((toast) => !isSame(toast))
  if (toasts.length < MAX_COUNT) {
    return [...toasts, added]
  }
  const leaving = toasts.find(({ tone }) => tone !== 'error') ?? toasts[0]
  return [...toasts.filter((toast) => toast !== leaving), added]
}

/** Said once, and kept to be read again; `at` is ISO time. Without its action, whose moment has passed. */
export type PastToast = { id: number; tone: ToastTone; text: ReactNode; at: string }

const MAX_STORED = 50

/** The newest first. */
export function addPastToast(toasts: readonly PastToast[], added: PastToast): PastToast[] {
  return [added, ...toasts].slice(0, MAX_STORED)
}
