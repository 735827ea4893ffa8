import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useFigures } from '../figures/use-figures.ts'
import type { Turn } from '../run/turn.ts'

export function ThinkingBlock({ thinking }: { thinking: NonNullable<Turn['thinking']> }) {
  const { chat } = useTexts()
  const { duration } = useFigures()
  const [isShown, setShown] = useState(false)
  const { text, startedAt, endedAt } = thinking
  return (
    <div className="chat-row chat-thinking">
      <KindGlyph kind="model" open={endedAt === undefined} silent />
      <div>
        <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {endedAt === undefined ? chat.thinking : chat.thoughtFor(duration(endedAt - startedAt))}
          <ChevronRight size={14} aria-hidden />
        </button>
        {isShown && <p>{text}</p>}
      </div>
    </div>
  )
}
