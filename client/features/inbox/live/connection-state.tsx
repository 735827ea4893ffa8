import { Button } from '@mui/joy'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { numberFormat } from '#client/components/intl.ts'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { ConnectionState } from './connection.ts'
import { useInbox, useLiveInbox } from './inbox-context.tsx'

const dots = {
  live: 'live',
  connecting: 'waiting',
  closed: 'waiting',
  reconnecting: 'problem',
  paused: 'problem',
} as const

export function ConnectionDot() {
  const { inbox } = useTexts()
  const state = useInbox(({ connection }) => connection)
  const otherWindows = useInbox((each) => each.otherWindows)
  const words = useWords(state)
  return (
    <span
      className="inbox-connection row gap-6 rigid text-13 line-18"
      role="status"
      data-status={state.status}
    >
      <StatusDot state={dots[state.status]} size={9} />
      {words}
      {otherWindows > 0 && (
        <span className="inbox-wide text-secondary">· {inbox.connection.otherWindow}</span>
      )}
    </span>
  )
}

/** Reading and writing work without the WebSocket; only news does not come by itself. */
export function ConnectionBanner() {
  const { inbox } = useTexts()
  const { connection } = useLiveInbox()
  const state = useInbox((each) => each.connection)
  if (state.status !== 'paused' && state.status !== 'reconnecting') {
    return null
  }
  return (
    <div className="inbox-down row gap-10 text-13 line-18 backdrop-warning text-warning-soft" role="status">
      <WifiOff size={15} className="rigid" aria-hidden />
      <span className="grows">{inbox.connection.down}</span>
      <Button size="sm" variant="plain" color="warning" onClick={connection.retry}>
        {inbox.connection.reconnect}
      </Button>
    </div>
  )
}

function useWords(state: ConnectionState) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const [now, setNow] = useState(() => Date.now())
  const at = state.status === 'reconnecting' ? state.at : undefined
  useEffect(() => {
    if (at === undefined) {
      return undefined
    }
    setNow(Date.now())
    const tick = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(tick)
  }, [at])
  switch (state.status) {
    case 'live':
      return inbox.connection.live
    case 'paused':
      return inbox.connection.paused
    case 'reconnecting': {
      const seconds = Math.max(0, Math.ceil((state.at - now) / 1_000))
      return inbox.connection.reconnecting(numberFormat(language).format(seconds))
    }
    default:
      return inbox.connection.connecting
  }
}
