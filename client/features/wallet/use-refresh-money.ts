import { trpc } from '#client/api/trpc.ts'

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
