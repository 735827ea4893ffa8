import { ExternalLink } from 'lucide-react'
import { useMemo, useState } from 'react'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Source, sourcesOf } from '../run/sources.ts'

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
      <ol className="chat-sources" aria-label={chat.sources}>
        {sources.map((source, index) => (
          <li key={source.key}>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpened(source)}>
              <b>{index + 1}</b>
              <span>{source.page ? chat.sourcePage(source.name, source.page) : source.name}</span>
              {source.url && <ExternalLink size={12} className="chat-source-out" aria-hidden />}
            </button>
          </li>
        ))}
      </ol>
      {opened && <SourceDialog source={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
