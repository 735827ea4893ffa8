import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { StoreStatus } from '#shared/stores.ts'

const dots: Record<StoreStatus, DotState> = {
  EMPTY: 'off',
  NEW: 'fresh',
  SYNCING: 'working',
  SYNC: 'news',
  STALE: 'draft',
  UPSERTING: 'storing',
  UPSERTED: 'live',
}

export function StoreState({ status }: { status: StoreStatus }) {
  const { stores: texts } = useTexts()
  return (
    <span className="store-state inline-row gap-8 rigid text-13 text-secondary one-line">
      <StatusDot state={dots[status]} />
      {texts.statuses[status]}
    </span>
  )
}
