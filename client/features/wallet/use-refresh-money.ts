import { trpc } from '#client/api/trpc.ts'

/** Asks again for everything that a payment or an adjustment changes, wherever it is shown. */
export function useRefreshMoney() {
  const utils = trpc.useUtils()
  return () =>
    Promise.all([
      utils.wallet.invalidate(),
      utils.usage.invalidate(),
      utils.payment.invalidate(),
      utils.notifications.invalidate(),
    ])
}
