import { Cloud, CloudAlert, CloudUpload, LoaderCircle } from 'lucide-react'
import { formatRelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { type SaveState, saveStateOf } from '../store/document.ts'
import { useCanvas } from '../store/use-canvas.ts'

const icons: Record<SaveState, typeof Cloud> = {
  saved: Cloud,
  dirty: CloudUpload,
  saving: LoaderCircle,
  failed: CloudAlert,
}

/** Whether what is on the canvas is what the server has. */
export function SavePill({ onRetry }: { onRetry: () => void }) {
  const { canvas } = useTexts()
  const [language] = useLanguage()
  const state = useCanvas(saveStateOf)
  const saved = useCanvas((each) => each.saved)
  const Icon = icons[state]
  const since = saved && formatRelativeTime(saved.updatedDate, new Date(), language)
  const words: Record<SaveState, string> = {
    saved: since ? canvas.savedAgo(since) : canvas.saved,
    dirty: saved ? canvas.unsaved : canvas.neverSaved,
    saving: canvas.saving,
    failed: canvas.saveFailed,
  }
  const mark = { 'data-testid': 'save-state', 'data-state': state, className: 'save-pill' }
  const content = (
    <>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
      <span>{words[state]}</span>
    </>
  )
  return state === 'failed' ? (
    <button type="button" {...mark} onClick={onRetry}>
      {content}
    </button>
  ) : (
    <span role="status" {...mark}>
      {content}
    </span>
  )
}
