import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { Receipt } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { DocumentStore } from '#shared/stores.ts'
import { useCostText } from '../parts/cost.tsx'
import { useEstimateLines } from '../parts/estimate-lines.ts'
import { useUpsert } from '../parts/use-upsert.ts'
import type { StorePaths } from '../store-paths.ts'

type Props = {
  store: Pick<DocumentStore, 'id' | 'name'>
  /** Only this source. */
  source?: { id: string; name: string } | undefined
  paths: StorePaths
  onClose: () => void
}

/** Asks before money is spent. */
export function UpsertDialog({ store, source, paths, onClose }: Props) {
  const { stores, common } = useTexts()
  const texts = stores.estimate
  const [language] = useLanguage()
  const linesOf = useEstimateLines()
  const costText = useCostText()
  const { start, isStarting } = useUpsert(store)
  const sourceIds = source && [source.id]
  const estimate = trpc.stores.estimate.useQuery({ id: store.id, ...(sourceIds && { sourceIds }) })
  const balance = trpc.wallet.get.useQuery().data?.balance
  const { toEmbed = 0, costMicro = 0 } = estimate.data ?? {}
  const isShort = balance !== undefined && costMicro / 1_000_000 > balance
  const submit = () => start(sourceIds).then(onClose, onClose)
  return (
    <Dialog
      title={texts.upsertTitle(source?.name ?? store.name)}
      onClose={onClose}
      locked={isStarting}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={isStarting} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button disabled={!estimate.data || isStarting || isShort} onClick={submit}>
            {toEmbed > 0 ? stores.upsertChunks(formatNumber(toEmbed, language), toEmbed) : texts.upsert}
          </Button>
        </>
      }
    >
      <AsyncView query={estimate} errorTitle={texts.failed}>
        {(data) => {
          const { chunks, tokens } = linesOf(data)
          return (
            <div className="stack gap-16">
              <Receipt
                title={texts.title}
                lines={[
                  ...chunks,
                  ...tokens,
                  ...(balance === undefined
                    ? []
                    : [{ label: texts.balance, value: formatMoney(balance, language) }]),
                ]}
                total={{ label: texts.cost, value: costText(data) }}
                foot={texts.upperBound}
              />
              {isShort && (
                <FormBanner>
                  {texts.short}{' '}
                  <Link className="text-link" to={paths.billing}>
                    {texts.addBalance}
                  </Link>
                </FormBanner>
              )}
            </div>
          )
        }}
      </AsyncView>
    </Dialog>
  )
}
