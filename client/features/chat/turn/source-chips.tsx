import { ExternalLink } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Source, sourcesOf } from '#client/chatbot/state/sources.ts'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useTexts } from '#client/texts/texts.tsx'

const SourceDialog = whenOpened(async () => (await import('./source-dialog.tsx')).SourceDialog)

export function SourceChips({ documents }: { documents: readonly unknown[] }) {
  const { chat } = useTexts()
  const sources = useMemo(() => sourcesOf(documents), [documents])
  const [opened, setOpened] = useState<Source>()
  if (sources.length === 0) {
    return null
  }
  return (
    <>
      <ol className="chat-sources flex wraps gap-6 unlisted" aria-label={chat.sources}>
        {sources.map((source, index) => (
          <li key={source.key}>
            <button
              className="inline-row gap-8 inherits-font text-13 text-secondary no-background outlined round-xs pressable"
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpened(source)}
            >
              <b className="text-12 round-3 text-center">{index + 1}</b>
              <span className="truncate">
                {source.page ? chat.sourcePage(source.name, source.page) : source.name}
              </span>
              {source.url && <ExternalLink size={12} className="chat-source-out rigid" aria-hidden />}
            </button>
          </li>
        ))}
      </ol>
      {opened && <SourceDialog source={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
