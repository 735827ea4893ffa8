import { Cloud, CloudAlert, CloudOff, CloudUpload, GitCompareArrows, LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatRelativeTime } from '#client/components/relative-time.tsx'
import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
import { type SaveState, useSaveState, useSync, useSyncState } from '../draft/sync-store.ts'
import { goToDock } from '../inspector/dock-focus.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

const icons: Record<SaveState, typeof Cloud> = {
  saved: Cloud,
  dirty: CloudUpload,
  saving: LoaderCircle,
  offline: CloudOff,
  conflict: GitCompareArrows,
  failed: CloudAlert,
}

export function SavePill() {
  const { versions } = useTexts()
  const store = useCanvasStore()
  const sync = useSync()
  const state = useSaveState()
  const head = useSyncState((each) => each.head)
  const ago = useAgo(head && String(head.savedDate))
  const wasTrouble = useWasTrouble(state)
  const Icon = icons[state]
  const words: Record<SaveState, string> = {
    saved: ago === undefined ? versions.nothingYet : versions.savedAgo(ago),
    dirty: versions.saving,
    saving: versions.saving,
    offline: versions.offline,
    conflict: versions.conflict,
    failed: versions.failed,
  }

  function onClick() {
    if (state === 'conflict') {
      store.getState().put({ dialog: 'conflict' })
    } else if (state === 'failed' || state === 'offline') {
      void sync.send()
    } else {
      goToDock(store, 'versions')
    }
  }

  return (
    <>
      <button
        type="button"
        className="save-pill"
        data-testid="save-state"
        data-state={state}
        title={words[state]}
        onClick={onClick}
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
        <span>{words[state]}</span>
      </button>
      {/* Saving is heard of when it fails, and when that is over: with every change it would talk without end. */}
      <span className="visually-hidden" role="status">
        {isTrouble(state) ? words[state] : wasTrouble && versions.saved}
      </span>
    </>
  )
}

function isTrouble(state: SaveState) {
  return state === 'offline' || state === 'conflict' || state === 'failed'
}

function useWasTrouble(state: SaveState) {
  const [was, setWas] = useState(false)
  if (isTrouble(state) && !was) {
    setWas(true)
  }
  return was
}

function useAgo(iso: string | undefined) {
  const [language] = useLanguage()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    setNow(new Date())
    const clock = setInterval(() => setNow(new Date()), 5_000)
    return () => clearInterval(clock)
  }, [])
  if (iso === undefined) {
    return undefined
  }
  // The clock ticks less often than flows are saved, so the later of both times is used.
  const at = new Date(Math.max(now.getTime(), new Date(iso).getTime()))
  return formatRelativeTime(iso, at, language) ?? secondsAgo(iso, at, language)
}

function secondsAgo(iso: string, now: Date, language: Language) {
  const seconds = Math.max(1, Math.floor((now.getTime() - new Date(iso).getTime()) / 1_000))
  const format = new Intl.RelativeTimeFormat(language, { style: 'narrow' })
  return format.format(-seconds, 'second').replace(/(\d)s/, '$1 s')
}
