import { Typography } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatMoney } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { RoleChip } from '#client/components/role-chip.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { WalletOwner } from '#shared/wallet.ts'
import { useWords } from './use-words.ts'

export function AccountFigures({ owner }: { owner: WalletOwner }) {
  const { wallet: texts, common } = useTexts()
  const [language] = useLanguage()
  const words = useWords()
  const wallet = trpc.wallet.of.useQuery({ userId: owner.id })
  const { management } = texts
  return (
    <section className="account-figures grid gap-8 line-below" aria-label={owner.username}>
      <div className="account-name row gap-10">
        <Typography component="h2" level="title-lg">
          {owner.username}
        </Typography>
        <RoleChip role={owner.role} />
      </div>
      {wallet.isError && (
        <FormBanner>{management.walletFailed(words(wallet.error, management.walletFallback))}</FormBanner>
      )}
      {wallet.data && (
        <>
          <Typography level="money" data-testid="account-balance">
            {formatMoney(wallet.data.balance, language)}
          </Typography>
          <dl className="grid gap-2">
            <ReceiptLine label={management.currency} value={wallet.data.currency} />
            <ReceiptLine label={management.userId} value={wallet.data.userId} />
            <ReceiptLine
              label={management.updated}
              value={
                wallet.data.updatedDate
                  ? formatMoment(wallet.data.updatedDate, language)
                  : common.notAvailable
              }
            />
          </dl>
        </>
      )}
    </section>
  )
}
