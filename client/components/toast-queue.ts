import type { ReactNode } from 'react'

export type ToastTone = 'success' | 'info' | 'error'
export type ToastAction = { label: string; onClick: () => void }
export type Toast = { id: number; tone: ToastTone; text: ReactNode; action?: ToastAction | undefined }

const MOST = 3

/** At most three at once. An error stays until it is dismissed, so the oldest news makes room first, then the oldest error. */
export function addToast(toasts: readonly Toast[], added: Toast): Toast[] {
  if (toasts.length < MOST) {
    return [...toasts, added]
  }
  const leaving = toasts.find(({ tone }) => tone !== 'error') ?? toasts[0]
  return [...toasts.filter((toast) => toast !== leaving), added]
}
