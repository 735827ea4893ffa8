import { Button, FormControl, FormHelperText, FormLabel, Input } from '@mui/joy'
import { type FormEvent, useId, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useMoneyWrite } from '#client/api/use-money-write.ts'
import { useUser } from '#client/api/use-session.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { readAmount } from '#client/components/read-amount.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Wallet, WalletOwner } from '#shared/wallet.ts'
import { AccountFigures } from './account-figures.tsx'
import { ChangeReceipt } from './change-receipt.tsx'
import {
  balanceMicro,
  type Change,
  type ChangeIssue,
  checkChange,
  differenceMicro,
  needsSecondWord,
  type Operation,
  operations,
  showMicro,
} from './change-rules.ts'
import { isWaiting } from './is-waiting.ts'
import { MessageLine } from './message-line.tsx'
import { useRefreshMoney } from './use-refresh-money.ts'
import { useTimedMessage, WALLET_MESSAGE_MS } from './use-timed-message.ts'
import { useWords } from './use-words.ts'

type Booking = { operation: Operation; userId: string; amount: string; reason: string }

export function ChangeForm({
  owner,
  wallet,
}: {
  owner: WalletOwner | undefined
  wallet: Wallet | undefined
}) {
  const texts = useTexts().wallet.management
  const [language] = useLanguage()
  const words = useWords()
  const confirm = useConfirm()
  const username = useUser()?.username ?? ''
  const utils = trpc.useUtils()
  const refreshMoney = useRefreshMoney()
  const [operation, setOperation] = useState<Operation>('add')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [issue, setIssue] = useState<ChangeIssue>()
  const [message, setMessage] = useTimedMessage(WALLET_MESSAGE_MS)
  /** The last change needs another administrator's approval and is not posted. */
  const [waiting, setWaiting] = useState(false)
  const operationId = useId()
  const amountField = useRef<HTMLInputElement>(null)
  const reasonField = useRef<HTMLInputElement>(null)

  const change: Change = { operation, amount: readAmount(text, language), reason }
  const book = useMoneyWrite(
    ({ operation: kind, userId, amount, reason: why }: Booking, options) =>
      kind === 'set'
        ? utils.client.wallet.set.mutate({ userId, amount, reason: why }, options)
        : utils.client.wallet.credit.mutate(
            { userId, amount: kind === 'add' ? amount : `-${amount}`, reason: why },
            options,
          ),
    {
      onSuccess: (updated) => {
        utils.wallet.of.setData({ userId: updated.userId }, updated)
        setText('')
        setReason('')
        setMessage({ tone: 'success', text: texts.done })
        refreshMoney()
      },
      onError: (error) => {
        if (isWaiting(error)) {
          setText('')
          setReason('')
          setWaiting(true)
          refreshMoney()
        } else {
          setIssue({ field: undefined, text: texts.failed(words(error, texts.failedFallback)) })
        }
      },
    },
  )

  async function update(event: FormEvent) {
    event.preventDefault()
    setWaiting(false)
    const found = checkChange(change, wallet, texts)
    setIssue(found)
    if (found?.field) {
      ;(found.field === 'amount' ? amountField : reasonField).current?.focus()
    }
    if (found || !owner || !wallet || !change.amount || book.isPending) {
      return
    }
    const by = differenceMicro(change, wallet)
    const before = balanceMicro(wallet)
    const isAgreed =
      !needsSecondWord(change, wallet) ||
      (await confirm({
        title: texts.confirmTitle(owner.username, showMicro(before + by, language)),
        description: texts.confirmText(showMicro(before, language), showMicro(by, language, true)),
        confirmButtonName: texts.update,
      }))
    if (isAgreed) {
      book.mutate({ operation, userId: owner.id, amount: change.amount, reason: reason.trim() })
    }
  }

  const issueOf = (field: ChangeIssue['field']) => (issue?.field === field ? issue?.text : undefined)
  const [amountIssue, reasonIssue, wholeIssue] = [issueOf('amount'), issueOf('reason'), issueOf(undefined)]
  return (
    <form className="change grid" noValidate onSubmit={update}>
      <div className="change-fields grid gap-16 pad-24 content-start">
        {owner ? (
          <AccountFigures owner={owner} />
        ) : (
          <section className="account-none grid gap-8 line-below text-13 line-20 text-tertiary">
            <strong className="text-14 semibold text-primary">{texts.chooseFirst}</strong>
            <span>{texts.chooseFirstText}</span>
          </section>
        )}
        <div className="change-pair grid gap-16">
          <FormControl id={operationId}>
            <FormLabel>{texts.operation}</FormLabel>
            <select
              id={operationId}
              className="native-select full-width inherits-font text-14 text-primary surface outlined-strong pad-0-10 min-height-36 round-sm"
              value={operation}
              onChange={({ target }) => setOperation(target.value as Operation)}
            >
              {operations.map((each) => (
                <option key={each} value={each}>
                  {texts.operations[each]}
                </option>
              ))}
            </select>
          </FormControl>
          <FormControl error={amountIssue !== undefined}>
            <FormLabel>{texts.amount}</FormLabel>
            <Input
              className="change-amount"
              value={text}
              error={amountIssue !== undefined}
              autoComplete="off"
              startDecorator="$"
              slotProps={{ input: { ref: amountField, inputMode: 'decimal', maxLength: 18 } }}
              onChange={({ target }) => setText(target.value)}
            />
            {amountIssue && <FormHelperText role="alert">{amountIssue}</FormHelperText>}
          </FormControl>
        </div>
        <FormControl error={reasonIssue !== undefined}>
          <FieldLabel label={texts.reason} required />
          <Input
            value={reason}
            error={reasonIssue !== undefined}
            autoComplete="off"
            slotProps={{ input: { ref: reasonField, maxLength: 500 } }}
            onChange={({ target }) => setReason(target.value)}
          />
          <FormHelperText role={reasonIssue ? 'alert' : undefined}>
            {reasonIssue ?? texts.reasonHelp}
          </FormHelperText>
        </FormControl>
      </div>
      <div className="change-side grid gap-12 backdrop-body pad-24 content-start line-left">
        <ChangeReceipt change={change} wallet={wallet} username={username} />
        {wholeIssue && <FormBanner>{wholeIssue}</FormBanner>}
        {waiting && <FormBanner tone="warning">{texts.approvals.needed}</FormBanner>}
        {message && <MessageLine message={message} />}
        <Button type="submit" fullWidth disabled={book.isPending}>
          {book.isPending ? texts.updating : texts.update}
        </Button>
        <p className="change-note text-12 line-16 text-tertiary">{texts.asksTwice}</p>
      </div>
    </form>
  )
}
