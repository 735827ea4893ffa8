import { IconButton } from '@mui/joy'
import { StickyNote, Trash2 } from 'lucide-react'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Thread } from '#shared/conversations.ts'
import { timeOf } from '../view/words.ts'

type Entry = Thread['entries'][number]
type Props = { entry: Entry; onRemove: (id: string) => void }

/** What operators have done between the messages. Visitors see none of it. */
export function EntryRow({ entry, onRemove }: Props) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const { kind, text, createdDate } = entry
  const name = entry.actorName ?? inbox.entries.system
  const time = timeOf(createdDate, language)
  if (kind === 'note') {
    return <Note entry={entry} onRemove={onRemove} />
  }
  return (
    <div className="stack gap-4">
      <p className="inbox-rule row gap-12 text-12 line-16 text-secondary" data-kind={kind}>
        {kind === 'person_requested' ? inbox.entries.person_requested(time) : inbox.entries[kind](name, time)}
      </p>
      {text !== '' && kind === 'handed_back' && (
        <p className="inbox-note pre-wrap text-13 line-18 round-md">
          <b className="block text-12 line-16 semibold">{inbox.entries.summary}</b>
          {text}
        </p>
      )}
      {text !== '' && kind === 'person_requested' && (
        <p className="text-center text-12 line-16 text-secondary">{text}</p>
      )}
    </div>
  )
}

export function Note({ entry: { id, actorName, text, createdDate, isOwn }, onRemove }: Props) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  return (
    <div className="inbox-note text-13 line-18 round-md">
      <p className="row gap-6 text-12 line-16">
        <StickyNote size={13} className="rigid" aria-hidden />
        <b className="semibold">{actorName}</b>
        <span className="text-secondary truncate">{inbox.entries.note}</span>
        <time className="pushed-right text-secondary tabular" dateTime={createdDate}>
          {timeOf(createdDate, language)}
        </time>
        {isOwn && (
          <IconButton
            size="sm"
            variant="plain"
            aria-label={inbox.entries.removeNote}
            title={inbox.entries.removeNote}
            onClick={() => onRemove(id)}
            sx={{ my: -2, mr: -2 }}
          >
            <Trash2 size={13} />
          </IconButton>
        )}
      </p>
      <p className="pre-wrap breaks-anywhere">{text}</p>
    </div>
  )
}
