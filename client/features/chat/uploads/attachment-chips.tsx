import './uploads.css'
import { FileText, LoaderCircle, TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { type Attachment, type Issue, isImage } from '#client/chatbot/uploads/attachment.ts'
import { formatBytes } from '#client/components/format-bytes.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { MAX_UPLOADS } from '#shared/uploads.ts'
import { useFigures } from '../figures/use-figures.ts'

type Props = {
  attachments: readonly Attachment[]
  onRemove: (id: string) => void
  onEmpty: () => void
}

export function AttachmentChips({ attachments, onRemove, onEmpty }: Props) {
  const { chatUploads } = useTexts()
  const list = useRef<HTMLUListElement>(null)

  function remove(id: string, index: number) {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    onRemove(id)
    const next = buttons[index + 1] ?? buttons[index - 1]
    if (next) {
      next.focus()
    } else {
      onEmpty()
    }
  }

  function onKeyDown(event: KeyboardEvent, id: string, index: number) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(id, index)
    }
  }

  if (attachments.length === 0) {
    return null
  }
  return (
    <ul
      ref={list}
      className="chat-files flex wraps gap-6 scrolls-y unlisted"
      aria-label={chatUploads.attached}
    >
      {attachments.map((attachment, index) => (
        <li
          key={attachment.id}
          className="chat-file row gap-8 backdrop-level1 outlined round-sm at-most-full"
          data-state={attachment.state}
        >
          <Picture attachment={attachment} />
          <span className="chat-file-words stack shrinks">
            <span className="chat-file-name truncate text-13 line-18" title={attachment.name}>
              {attachment.name}
            </span>
            <State attachment={attachment} />
          </span>
          <button
            type="button"
            className="chat-icon-button rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
            aria-label={chatUploads.remove(attachment.name)}
            title={chatUploads.remove(attachment.name)}
            onClick={() => remove(attachment.id, index)}
            onKeyDown={(event) => onKeyDown(event, attachment.id, index)}
          >
            <X size={15} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Picture({ attachment }: { attachment: Attachment }) {
  if (attachment.state === 'ready' && isImage(attachment)) {
    return (
      <img
        className="chat-file-picture centered rigid text-secondary surface round-xs height-36 covers"
        src={attachment.upload.data}
        alt=""
      />
    )
  }
  const Icon = { reading: LoaderCircle, failed: TriangleAlert, ready: FileText }[attachment.state]
  return (
    <span className="chat-file-picture centered rigid text-secondary surface round-xs height-36 covers">
      <Icon size={16} aria-hidden />
    </span>
  )
}

function State({ attachment }: { attachment: Attachment }) {
  const { chatUploads } = useTexts()
  const [language] = useLanguage()
  const issueText = useIssueText()
  if (attachment.state === 'failed') {
    return (
      <span className="chat-file-state text-12 line-16 text-tertiary" role="alert">
        {issueText(attachment.issue)}
      </span>
    )
  }
  return (
    <span className="chat-file-state text-12 line-16 text-tertiary">
      {attachment.state === 'reading' ? chatUploads.reading : formatBytes(attachment.size, language)}
    </span>
  )
}

function useIssueText() {
  const { chatUploads } = useTexts()
  const { count } = useFigures()
  const errorText = useErrorText()
  return (issue: Issue) => {
    switch (issue.type) {
      case 'refused':
        return errorText(issue.error)
      case 'size':
        return chatUploads.issues.size(count(issue.megabytes))
      case 'many':
        return chatUploads.issues.many(count(MAX_UPLOADS))
      default:
        return chatUploads.issues[issue.type]
    }
  }
}
