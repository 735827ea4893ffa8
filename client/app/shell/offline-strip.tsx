import { useSyncExternalStore } from 'react'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'

function onConnectionChange(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function OfflineStrip() {
  const { common } = useTexts()
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline-strip row gap-10 text-13 backdrop-warning text-warning-soft">
          <StatusDot state="waiting" />
          {common.offline}
        </p>
      )}
    </div>
  )
}
