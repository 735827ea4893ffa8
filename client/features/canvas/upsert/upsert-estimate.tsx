import { FileText, Globe } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { labelText } from '#client/texts/node-texts.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { UpsertEstimate as Estimate, UpsertSource } from '#shared/upserts.ts'

const MAX_SOURCES = 20
const PICO_PER_DOLLAR = 1e12
const MILLION = 1e6
/** Four decimals: most upserts cost less than a cent. */
const DECIMALS = 4

type Props = { flowId: string; nodeId: string; revision: number | undefined }

/** The sources with their chunks, and what embedding them costs at most. Counted again after every change. */
export function UpsertEstimate({ flowId, nodeId, revision }: Props) {
  const { popup: texts } = useTexts().upserts
  const query = trpc.upsert.estimate.useQuery(
    { flowId, nodeId, ...(revision !== undefined && { revision }) },
    { retry: false, staleTime: 0, placeholderData: (before) => before },
  )
  return (
    <AsyncView
      query={query}
      errorTitle={texts.countFailed}
      skeleton={<p className="flush text-13 text-tertiary">{texts.counting}</p>}
    >
      {(estimate) => (
        <>
          <Sources sources={estimate.sources} />
          <Total estimate={estimate} />
        </>
      )}
    </AsyncView>
  )
}

function Sources({ sources }: { sources: readonly UpsertSource[] }) {
  const { popup: texts } = useTexts().upserts
  return (
    <div className="scrolls-x">
      <table className="upsert-sources text-13">
        <thead>
          <tr className="text-tertiary text-left">
            <th scope="col">{texts.source}</th>
            <th scope="col" data-number>
              {texts.length}
            </th>
            <th scope="col" data-number>
              {texts.chunksHead}
            </th>
            <th scope="col" data-number>
              {texts.cost}
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.slice(0, MAX_SOURCES).map((source) => (
            <SourceRow key={`${source.nodeId} ${source.name}`} source={source} />
          ))}
        </tbody>
      </table>
      {sources.length > MAX_SOURCES && (
        <p className="flush text-13 text-tertiary">{texts.more(sources.length - MAX_SOURCES)}</p>
      )}
    </div>
  )
}

function SourceRow({ source }: { source: UpsertSource }) {
  const { popup: texts } = useTexts().upserts
  const [language] = useLanguage()
  const sentence = useSentence()
  const { name, pages, chunks, costMicro, error } = source
  const Icon = chunks === null && error === null ? Globe : FileText
  return (
    <tr>
      <td>
        <span className="row gap-8">
          <Icon size={15} className="rigid text-tertiary" aria-hidden="true" />
          <span className="shrinks breaks-anywhere">
            {labelText(name)}
            {error !== null && (
              <span className="block text-12 text-danger">{texts.unread(sentence(error))}</span>
            )}
          </span>
        </span>
      </td>
      {chunks === null ? (
        <td colSpan={3} data-number className="text-tertiary">
          {error === null && texts.unknown}
        </td>
      ) : (
        <>
          <td data-number className="monospace text-secondary one-line">
            {pages !== null && texts.pages(pages, formatNumber(pages, language))}
          </td>
          <td data-number className="monospace">
            {formatNumber(chunks, language)}
          </td>
          <td data-number className="monospace one-line">
            {costMicro === null ? '–' : formatMoney(costMicro / MILLION, language, DECIMALS)}
          </td>
        </>
      )}
    </tr>
  )
}

function Total({ estimate }: { estimate: Estimate }) {
  const { popup: texts } = useTexts().upserts
  const [language] = useLanguage()
  const { chunks, tokens, model, pricePico, paidBy, costMicro, isComplete } = estimate
  const perMillion = pricePico === null ? undefined : (pricePico * MILLION) / PICO_PER_DOLLAR
  const note = paidBy === 'owner' ? texts.ownKey : costMicro === null ? texts.noPrice : texts.unchanged
  return (
    <dl className="grid gap-4 flush">
      <ReceiptLine label={texts.chunksAbout} value={formatNumber(chunks, language)} />
      <ReceiptLine label={texts.tokensAbout} value={formatNumber(tokens, language)} />
      {perMillion !== undefined && (
        <ReceiptLine label={texts.perMillion(model)} value={formatMoney(perMillion, language)} />
      )}
      <div className="receipt-total flex wraps spread text-13 semibold">
        <dt>
          {isComplete ? texts.atMost : texts.atLeast}
          <span className="regular text-tertiary"> · {note}</span>
        </dt>
        <dd>{costMicro === null ? '–' : formatMoney(costMicro / MILLION, language, DECIMALS)}</dd>
      </div>
    </dl>
  )
}
