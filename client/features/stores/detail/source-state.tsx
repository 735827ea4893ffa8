import { Button } from '@mui/joy'
import { formatNumber } from '#client/components/format-money.ts'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { StoreLoader } from '#shared/stores.ts'
import { hasFailed } from '../parts/next-step.ts'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { StoreState } from '../parts/store-state.tsx'

type Props = {
  source: StoreLoader
  canUpsert: boolean
  onUpsert: (source: StoreLoader) => void
  onRefresh: (source: StoreLoader) => void
  onCancel: (source: StoreLoader) => void
}

/** State of a source, and the way on. */
export function SourceState({ source, canUpsert, onUpsert, onRefresh, onCancel }: Props) {
  const { stores, common } = useTexts()
  const texts = stores.sources
  const [language] = useLanguage()
  const { status, progress, name } = source
  if (hasFailed(source)) {
    return (
      <span className="inline-row gap-8 text-13 text-secondary">
        <StatusDot state="problem" />
        {texts.failed}
      </span>
    )
  }
  if (status === 'SYNCING') {
    const { unit = 'chunks', done = 0, total = null } = progress ?? {}
    const figure = (count: number) => formatNumber(count, language)
    const label =
      progress && total !== null ? texts.progress[unit](figure(done), figure(total)) : stores.statuses.SYNCING
    return (
      <span className="source-working grid gap-4">
        <span className="inline-row gap-8 text-13 text-secondary">
          <StatusDot state="working" />
          {label}
          <Action label={common.cancel} name={name} onPress={() => onCancel(source)} />
        </span>
        {total !== null && <ProgressBar label={label} done={done} total={total} />}
      </span>
    )
  }
  return (
    <span className="inline-row wraps gap-4-8">
      <StoreState status={status} />
      {status === 'NEW' && <Action label={texts.process} name={name} onPress={() => onRefresh(source)} />}
      {(status === 'SYNC' || status === 'STALE') && canUpsert && (
        <Action label={texts.upsert} name={name} onPress={() => onUpsert(source)} />
      )}
      {status === 'STALE' && <Action label={texts.refresh} name={name} onPress={() => onRefresh(source)} />}
    </span>
  )
}

function Action({ label, name, onPress }: { label: string; name: string; onPress: () => void }) {
  return (
    <Button
      size="sm"
      variant="plain"
      className="store-action"
      aria-label={`${label}: ${name}`}
      onClick={onPress}
    >
      {label}
    </Button>
  )
}
