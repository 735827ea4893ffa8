import './chat.css'
import './turn/turn.css'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import type { Message } from '#shared/chat.ts'
import { MarkdownText } from './markdown/markdown-text.tsx'
import { threadOfStored } from './run/thread.ts'
import { MadeFiles } from './turn/made-files.tsx'
import { SourceChips } from './turn/source-chips.tsx'
import { StepRow } from './turn/step-row.tsx'
import { SentList } from './uploads/sent-list.tsx'
import { storedUploads } from './uploads/sent-uploads.ts'

/** An answer with its tools, files and sources, for screens outside the chat. */
export function StoredAnswer({ message }: { message: Message }) {
  const { content, usedTools = [], sourceDocuments = [], fileAnnotations = [] } = message
  return (
    <div className="chat-thread stack gap-8 relative">
      {threadOfStored(usedTools).map((step) => (
        <StepRow key={step.key} step={step} />
      ))}
      {content && (
        <div className="chat-row chat-answer flex shrinks relative">
          <KindGlyph kind="agent" silent />
          <MarkdownText text={content} />
        </div>
      )}
      <MadeFiles annotations={fileAnnotations} />
      <SourceChips documents={sourceDocuments} />
    </div>
  )
}

export function StoredFiles({ message }: { message: Message }) {
  const uploads = storedUploads(message)
  return uploads.length > 0 && <SentList uploads={uploads} />
}
