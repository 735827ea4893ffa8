import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { PoolSource, PoolSummary } from '#shared/pools.ts'

/** The worst state of the sources, in words and as a shape. */
export function PoolState({ pool }: { pool: PoolSummary }) {
  const { state: texts } = useTexts().pools
  const { sources, ready, reading, failed } = pool
  const [dot, text]: [DotState, string] =
    failed > 0
      ? ['problem', texts.failed(ready, reading, failed)]
      : reading > 0
        ? ['working', texts.reading(ready, sources)]
        : sources > 0
          ? ['live', texts.ready]
          : ['off', texts.empty]
  return (
    <span className="row gap-8 text-secondary">
      <StatusDot state={dot} />
      {text}
    </span>
  )
}

export const sourceDots: Record<PoolSource['state'], DotState> = {
  queued: 'fresh',
  reading: 'working',
  embedding: 'storing',
  ready: 'live',
  failed: 'problem',
}

const ALMOST_FULL = 0.8

/** How much of a pool's space is used; amber when it is almost full. */
export function SpaceBar({ used, of }: { used: number; of: number }) {
  const share = Math.min(1, used / of)
  return (
    <span
      className="pool-space rigid round-4 clips"
      data-full={share > ALMOST_FULL || undefined}
      aria-hidden="true"
    >
      <i style={{ width: `${share * 100}%` }} />
    </span>
  )
}
