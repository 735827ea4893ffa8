import { Receipt } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Wallet } from '#shared/wallet.ts'
import { balanceMicro, type Change, differenceMicro, showMicro } from './change-rules.ts'

type Props = { change: Change; wallet: Wallet | undefined; username: string }

export function ChangeReceipt({ change, wallet, username }: Props) {
  const texts = useTexts().wallet.management
  const [language] = useLanguage()
  if (!wallet) {
    return (
      <Receipt torn title={texts.change} aside={texts.by(username)} lines={[]} foot={texts.chooseFirst} />
    )
  }
  const before = balanceMicro(wallet)
  const by = change.amount === undefined ? 0 : differenceMicro(change, wallet)
  return (
    <Receipt
      torn
      title={texts.change}
      aside={texts.by(username)}
      lines={[
        { label: texts.balanceNow, value: showMicro(before, language) },
        { label: texts.operations[change.operation], value: showMicro(by, language, true) },
      ]}
      total={{ label: texts.newBalance, value: showMicro(before + by, language) }}
    />
  )
}
