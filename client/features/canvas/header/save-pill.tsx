import {
  ChevronDown,
  Cloud,
  CloudAlert,
  CloudOff,
  CloudUpload,
  GitCommitHorizontal,
  GitCompareArrows,
  History,
  LoaderCircle,
  RotateCcw,
  Save,
  X,
} from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { formatRelativeTime } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
import {
  type SaveState,
  useComparison,
  useSaveState,
  useSync,
  useSyncState,
  useUnpublished,
} from '../draft/draft.ts'
import { Menu } from '../popups/popups.ts'
import { goToDock } from '../store/elements.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

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
        className="save-pill plain-button inline-row gap-6 shrinks text-13 line-18 text-tertiary round-6"
        data-testid="save-state"
        data-state={state}
        title={words[state]}
        onClick={onClick}
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
        <span className="clips ellipsis">{words[state]}</span>
      </button>
      {/* Announced only when saving fails and when it recovers, not on every save. */}
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
  // A save can be later than the last tick; the later of the two keeps the age from being negative.
  const at = new Date(Math.max(now.getTime(), new Date(iso).getTime()))
  return formatRelativeTime(iso, at, language) ?? secondsAgo(iso, at, language)
}

function secondsAgo(iso: string, now: Date, language: Language) {
  const seconds = Math.max(1, Math.floor((now.getTime() - new Date(iso).getTime()) / 1_000))
  const format = new Intl.RelativeTimeFormat(language, { style: 'narrow' })
  return format.format(-seconds, 'second').replace(/(\d)s/, '$1 s')
}

type Props = { onSaveVersion: () => void; onDiscard: () => void }

export function VersionButton({ onSaveVersion, onDiscard }: Props) {
  const { versions } = useTexts()
  const store = useCanvasStore()
  const head = useSyncState((state) => state.head)
  const unpublished = useUnpublished()
  const { compared, leave } = useComparison()
  const versionsShown = useCanvas(({ dock }) => dock === 'versions')
  const button = useRef<HTMLButtonElement>(null)
  const [opener, setOpener] = useState<Element>()
  const close = useCallback(() => setOpener(undefined), [])
  if (!head) {
    return null
  }
  const { published } = head
  const open = () => goToDock(store, 'versions')

  if (compared && versionsShown) {
    return (
      <button type="button" className="version-button wide-only" data-comparing="" onClick={leave}>
        <GitCommitHorizontal size={16} aria-hidden="true" />
        {compared.isPreview
          ? versions.viewing(compared.number)
          : versions.comparing(versions.short(compared.number))}
        <X size={14} aria-label={versions.stopComparing} />
      </button>
    )
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="version-button wide-only"
        data-testid="version-button"
        aria-haspopup="menu"
        aria-expanded={opener !== undefined}
        onClick={() => setOpener(opener ? undefined : (button.current ?? undefined))}
      >
        <GitCommitHorizontal size={16} aria-hidden="true" />
        <span>{labelOf()}</span>
        {unpublished && <StatusDot state="draft" size={9} />}
        {unpublished && <span className="visually-hidden">{versions.unpublished}</span>}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {opener && (
        <Menu
          at={opener}
          label={versions.title}
          onClose={close}
          groups={[
            [
              { name: versions.saveVersion, icon: Save, keys: 'Ctrl S', run: onSaveVersion },
              { name: versions.showAll, icon: History, run: open },
            ],
            [
              {
                name: published ? versions.discard(versions.short(published.number)) : versions.discardNone,
                icon: RotateCcw,
                danger: true,
                disabled: published && unpublished ? undefined : versions.nothingToDiscard,
                run: onDiscard,
              },
            ],
          ]}
        />
      )}
    </>
  )

  function labelOf() {
    if (!published) {
      return versions.draftNeverLive
    }
    const number = versions.short(published.number)
    return unpublished ? versions.draftAndLive(number) : versions.live(number)
  }
}
