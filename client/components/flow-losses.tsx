import './flow-losses.css'
import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowLosses as Lost } from '#shared/flow-losses.ts'
import { formatNumber } from './format-money.ts'
import { Losses } from './losses.tsx'
import { ReceiptLine } from './receipt.tsx'

type Props = { text: string; lost: Lost; picture?: ReactNode }

/** What is deleted with a flow, and what stops working. */
export function FlowLosses({ text, lost, picture }: Props) {
  const { flows, integrations } = useTexts()
  const { losses: texts } = flows
  const [language] = useLanguage()
  const { apiKey, channels, callers, isPublic, isMcpServer, hasTrigger } = lost
  const sentences = [
    isPublic && texts.link,
    apiKey !== null && texts.apiKey(apiKey),
    isMcpServer && texts.mcpServer,
    hasTrigger && texts.trigger,
  ].filter((sentence) => sentence !== false)
  const accounts = channels.map(({ kind, name }) => [integrations.kinds[kind].name, name].join(' · '))
  return (
    <div className="stack gap-12">
      <div className="flow-losses-head row gap-16">
        {picture}
        <dl className="grid gap-4 flush grows">
          <ReceiptLine label={texts.messages} value={formatNumber(lost.messages, language)} />
          <ReceiptLine label={texts.leads} value={formatNumber(lost.leads, language)} />
        </dl>
      </div>
      <p>{text}</p>
      {channels.length > 0 && (
        <div>
          <Losses text={texts.channels} names={accounts} />
        </div>
      )}
      {callers.length > 0 && (
        <div>
          <Losses text={texts.callers} names={callers.map(({ name }) => name)} />
        </div>
      )}
      {sentences.length > 0 && (
        <div>
          <Losses text={texts.also} names={sentences} />
        </div>
      )}
    </div>
  )
}
