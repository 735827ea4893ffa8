import type { ReactNode } from 'react'

export type ToastTone = 'success' | 'info' | 'error'
export type ToastAction = { label: string; onClick: () => void }
export type Toast = { id: number; tone: ToastTone; text: ReactNode; action?: ToastAction | undefined }

const MOST = 3

/** At most three at once; the same error is shown once. An error stays until it is dismissed, so the oldest news makes room first, then the oldest error. */
export function addToast(shown: readonly Toast[], added: Toast): Toast[] {
  const isSame = ({ tone, text }: Toast) => tone === 'error' && added.tone === 'error' && text === added.text
  const toasts = shown.filter((toast) => !isSame(toast))
  if (toasts.length < MOST) {
    return [...toasts, added]
  }
  const leaving = toasts.find(({ tone }) => tone !== 'error') ?? toasts[0]
  return [...toasts.filter((toast) => toast !== leaving), added]
}

/** Said once, and kept to be read again; `at` is ISO time. Without its action, whose moment has passed. */
export type KeptToast = { id: number; tone: ToastTone; text: ReactNode; at: string }

const KEPT = 50

/** The newest first. */
export function keepToast(toasts: readonly KeptToast[], added: KeptToast): KeptToast[] {
  return [added, ...toasts].slice(0, KEPT)
}
