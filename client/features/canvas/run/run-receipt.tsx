import { Receipt } from '#client/components/receipt.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ShownRun } from '../store/run.ts'
import { type Bill, billOf, type RunSpans } from './spans.ts'
import { useFigures } from './use-figures.ts'

/** What the run has cost, node by node. */
export function RunReceipt({ run, spans }: { run: ShownRun; spans: RunSpans }) {
  const { canvasRun } = useTexts()
  const { cost } = useFigures()
  const own = ownKeysOf(run)
  const priceOf = ({ key, kind, costMicro, calls, reused }: Bill) => {
    if (reused === calls) {
      return canvasRun.reused
    }
    const [nodeId = ''] = key.split(' ')
    return kind === 'tool' ? canvasRun.free : own.has(nodeId) ? canvasRun.ownKey : cost(costMicro)
  }
  return (
    <aside className="run-receipt" data-testid="run-receipt">
      <Receipt
        title={canvasRun.receipt}
        aside={run.isLive ? canvasRun.soFar : undefined}
        lines={billOf(spans).map((bill) => ({
          label: canvasRun.receiptLine(bill.label, bill.calls),
          value: priceOf(bill),
        }))}
        total={{ label: canvasRun.total, value: cost(spans.costMicro) }}
      />
    </aside>
  )
}

/** Nodes whose provider sends its bill to the flow's owner. */
function ownKeysOf({ events }: ShownRun) {
  return new Set(
    events.flatMap((event) =>
      event.type === 'model_called' && event.paidBy === 'owner' ? [event.nodeId] : [],
    ),
  )
}
