import { Link } from '@mui/joy'
import type { Source } from '#client/chatbot/state/sources.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { MarkdownText } from '../markdown/markdown-text.tsx'

export function SourceDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { chat } = useTexts()
  const { name, page, url, text, metadata } = source
  const known = Object.entries(metadata)
  return (
    <Dialog
      title={page ? chat.sourcePage(name, page) : name}
      size="m"
      onClose={onClose}
      description={
        url && (
          <Link href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </Link>
        )
      }
    >
      <div className="chat-source-text scrolls">
        <MarkdownText text={text} isOpen={false} />
      </div>
      {known.length > 0 && (
        <>
          <h3 className="chat-source-title text-13 medium margin-16-0-0">{chat.metadata}</h3>
          <dl className="chat-tool text-13 line-18 backdrop-level1 round-sm margin-6-0-0 pad-8-10">
            {known.map(([key, value]) => (
              <div key={key}>
                <dt className="text-secondary">{key}</dt>
                <dd className="scrolls text-12 monospace pre-wrap breaks-anywhere">
                  {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Dialog>
  )
}
