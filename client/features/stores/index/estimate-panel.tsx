import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { DocumentStore, StoreEstimate, StoreLoader } from '#shared/stores.ts'
import { useCostText } from '../parts/cost.tsx'
import { useEstimateLines } from '../parts/estimate-lines.ts'
import { isWorking } from '../parts/next-step.ts'
import type { StorePaths } from '../store-paths.ts'
import type { IndexForm } from './index-parts.ts'

const MICRO = 1_000_000

type Props = {
  store: DocumentStore
  source: StoreLoader | undefined
  form: IndexForm
  /** No required setting is missing. */
  isReady: boolean
  isStarting: boolean
  paths: StorePaths
  onUpsert: () => void
}

/** What an upsert with these settings would cost at most. */
export function EstimatePanel({ store, source, form, isReady, isStarting, paths, onUpsert }: Props) {
  const { stores } = useTexts()
  const texts = stores.estimate
  const errorText = useErrorText()
  const { data, isFetching, error } = useEstimate({ store, source, form, isReady })
  const balance = trpc.wallet.get.useQuery().data?.balance
  const cost = (data?.costMicro ?? 0) / MICRO
  const isShort = balance !== undefined && cost > balance
  const blocked = useBlocked({ store, form, isReady, isShort })
  return (
    <section
      className="receipt index-estimate relative surface outlined round-md"
      data-torn
      aria-label={texts.title}
    >
      <div className="row spread gap-12 text-13">
        <strong className="semibold">{texts.title}</strong>
        <span className="text-12 text-tertiary" role="status">
          {isFetching ? texts.counting : ''}
        </span>
      </div>
      <div className="index-lines grid">
        <Lines data={data} chunks={store.totalChunks} after={balance && Math.max(0, balance - cost)} />
        <Total
          data={data}
          isShort={isShort}
          isStarting={isStarting}
          blocked={blocked}
          billing={paths.billing}
          onUpsert={onUpsert}
        />
      </div>
      {error && (
        <p className="text-13 text-danger margin-8-0-0" role="alert">
          {errorText(error)}
        </p>
      )}
    </section>
  )
}

function useEstimate({ store, source, form, isReady }: Pick<Props, 'store' | 'source' | 'form' | 'isReady'>) {
  const { embedding } = form
  const isAsked = embedding !== undefined && isReady && store.totalChunks > 0
  const query = trpc.stores.estimate.useQuery(
    {
      id: store.id,
      ...(source && { sourceIds: [source.id] }),
      ...(embedding && { embeddingName: embedding.name, embeddingConfig: embedding.config }),
    },
    { enabled: isAsked, retry: false, placeholderData: (before) => before },
  )
  return isAsked ? query : { data: undefined, isFetching: false, error: null }
}

type LinesProps = { data: StoreEstimate | undefined; chunks: number; after: number | undefined }

function Lines({ data, chunks, after }: LinesProps) {
  const { stores } = useTexts()
  const texts = stores.estimate
  const [language] = useLanguage()
  const linesOf = useEstimateLines()
  if (!data) {
    return (
      <dl className="stack gap-4">
        <ReceiptLine label={texts.inStore} value={formatNumber(chunks, language)} />
      </dl>
    )
  }
  const lines = linesOf(data)
  return (
    <>
      <dl className="stack gap-4">
        {lines.chunks.map((line) => (
          <ReceiptLine key={line.label} {...line} />
        ))}
      </dl>
      <dl className="stack gap-4">
        {lines.tokens.map((line) => (
          <ReceiptLine key={line.label} {...line} />
        ))}
        {after !== undefined && (
          <ReceiptLine label={texts.balanceAfter} value={formatMoney(after, language)} />
        )}
      </dl>
    </>
  )
}

type TotalProps = Pick<Props, 'isStarting' | 'onUpsert'> & {
  data: StoreEstimate | undefined
  isShort: boolean
  /** Why nothing can be upserted. */
  blocked: string | undefined
  billing: string
}

function Total({ data, isShort, isStarting, blocked, billing, onUpsert }: TotalProps) {
  const { stores } = useTexts()
  const texts = stores.estimate
  const [language] = useLanguage()
  const costText = useCostText()
  const count = data?.toEmbed ?? 0
  const action = count > 0 ? stores.upsertChunks(formatNumber(count, language), count) : texts.upsert
  return (
    <div className="index-total">
      <p className="row spread gap-12">
        <span className="text-13 semibold">{texts.cost}</span>
        <span className={`index-cost monospace ${isShort ? 'text-danger' : 'text-primary'}`}>
          {data ? costText(data) : '–'}
        </span>
      </p>
      <div className="row gap-8">
        <Button fullWidth disabled={blocked !== undefined || isStarting} onClick={onUpsert}>
          {blocked ?? (isStarting ? stores.index.starting : action)}
        </Button>
        {isShort && (
          <Button component={Link} to={billing} variant="outlined" color="neutral" className="rigid">
            {texts.addBalance}
          </Button>
        )}
      </div>
    </div>
  )
}

type Blocking = Pick<Props, 'store' | 'form' | 'isReady'> & { isShort: boolean }

/** Why nothing can be upserted; undefined when it can. */
function useBlocked({ store, form, isReady, isShort }: Blocking): string | undefined {
  const { stores } = useTexts()
  const texts = stores.index.blocked
  const reasons: [boolean, string][] = [
    [isWorking(store.status), stores.statuses[store.status]],
    [store.totalChunks === 0, texts.noChunks],
    [form.embedding === undefined, texts.noEmbedding],
    [form.vectorStore === undefined, texts.noVectorStore],
    [!isReady, texts.missing],
    [isShort, texts.short],
  ]
  return reasons.find(([holds]) => holds)?.[1]
}
