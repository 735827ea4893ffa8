export type DotState =
  | 'live'
  | 'draft'
  | 'problem'
  | 'off'
  | 'waiting'
  | 'working'
  | 'storing'
  | 'fresh'
  | 'news'
  | 'cancelled'

const colors: Record<DotState, string> = {
  live: 'var(--joy-palette-success-plainColor)',
  draft: 'var(--joy-palette-warning-plainColor)',
  problem: 'var(--joy-palette-danger-plainColor)',
  off: 'var(--joy-palette-text-tertiary)',
  waiting: 'var(--joy-palette-warning-plainColor)',
  working: 'var(--joy-palette-primary-plainColor)',
  storing: 'var(--joy-palette-primary-plainColor)',
  fresh: 'var(--joy-palette-text-tertiary)',
  news: 'var(--joy-palette-primary-plainColor)',
  cancelled: 'var(--joy-palette-success-plainColor)',
}

const hollow: ReadonlySet<DotState> = new Set(['draft', 'off', 'waiting', 'fresh', 'cancelled'])

/** State is shown by shape as well as colour, always with a text beside it. */
export function StatusDot({ state, size = 10 }: { state: DotState; size?: number }) {
  return (
    <svg
      className="status-dot"
      width={size}
      height={size}
      viewBox="0 0 10 10"
      aria-hidden="true"
      style={{ color: colors[state] }}
    >
      {state === 'live' && <circle cx={5} cy={5} r={4} fill="currentColor" />}
      {state === 'problem' && <path d="M5 1L9.4 9H.6z" fill="currentColor" />}
      {state === 'news' && <rect x={1.4} y={1.4} width={7.2} height={7.2} rx={1} fill="currentColor" />}
      {state === 'draft' && <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" />}
      {hollow.has(state) && (
        <circle
          cx={5}
          cy={5}
          r={3.6}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.4}
          strokeDasharray={state === 'waiting' || state === 'fresh' ? '1.9 1.9' : undefined}
        />
      )}
      {state === 'storing' && <circle cx={5} cy={5} r={1.5} fill="currentColor" />}
      {(state === 'working' || state === 'storing') && (
        <path
          className="status-working"
          d="M5 1.4a3.6 3.6 0 1 1-3.6 3.6"
          fill="none"
          stroke="currentColor"
          strokeWidth={1.6}
          strokeLinecap="round"
        />
      )}
    </svg>
  )
}
