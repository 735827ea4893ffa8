import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Channel, ChannelKind } from '#shared/channels.ts'

const glyphs: Record<ChannelKind | 'website', string> = {
  telegram: 'Tg',
  whatsapp: 'Wa',
  messenger: 'Ms',
  instagram: 'Ig',
  slack: 'Sl',
  email: 'Em',
  webhook: 'Wh',
  website: 'Wb',
}

export function ChannelTile({ kind }: { kind: ChannelKind | 'website' }) {
  return (
    <span className="channel-tile centered outlined round-sm surface monospace semibold" aria-hidden="true">
      {glyphs[kind]}
    </span>
  )
}

type Shown = Pick<Channel, 'state' | 'pausedDate'>
type ShownState = Channel['state'] | 'paused'

/** A pause is shown unless something else is wrong. */
const shownState = ({ state, pausedDate }: Shown): ShownState =>
  state === 'live' && pausedDate !== null ? 'paused' : state

const dots: Record<ShownState, DotState> = {
  setup: 'draft',
  live: 'live',
  paused: 'waiting',
  failing: 'problem',
  signed_out: 'problem',
}

export const isBroken = ({ state }: Pick<Channel, 'state'>) => state === 'failing' || state === 'signed_out'

export function ChannelState({ channel }: { channel: Shown }) {
  const { integrations: texts } = useTexts()
  const state = shownState(channel)
  return (
    <span className="channel-state inline-row gap-8 medium" data-state={state}>
      <StatusDot state={dots[state]} />
      {texts.states[state]}
    </span>
  )
}

/** From the platform to the flow: broken when nothing gets through, dashed while nothing should. */
export function Thread({ channel }: { channel: Shown }) {
  const state = shownState(channel)
  const kind = state === 'setup' || state === 'paused' ? 'open' : isBroken(channel) ? 'broken' : 'whole'
  return (
    <svg
      className="channel-thread"
      data-kind={kind}
      width={70}
      height={14}
      viewBox="0 0 70 14"
      aria-hidden="true"
    >
      <rect x={0} y={4} width={9} height={6} rx={1.5} fill="currentColor" />
      <path
        d="M9 7H60"
        stroke="currentColor"
        strokeWidth={2}
        strokeDasharray={kind === 'whole' ? undefined : '4 4'}
      />
      <path d="M60 2l9 5-9 5z" fill="currentColor" />
      {kind === 'broken' && <path d="M31 3l8 8M39 3l-8 8" stroke="currentColor" strokeWidth={2} />}
    </svg>
  )
}
