import { RotateCcw } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { useFigures } from '../figures/use-figures.ts'
import type { Answer } from '../run/answer.ts'
import type { TurnActions } from './bot-turn.tsx'
import { CopyButton } from './copy-button.tsx'

type Props = Pick<TurnActions, 'onAskAgain' | 'onShowRun'> & { answer: Answer }

/** What the answer took, and what one can do with it. */
export function TurnFooter({ answer: { text, figures, runId }, onAskAgain, onShowRun }: Props) {
  const { canvasRun, chat } = useTexts()
  const { duration, tokens, cost } = useFigures()
  const parts = figures && [duration(figures.durationMs), tokens(figures.tokens), cost(figures.dollars)]
  return (
    <div className="chat-footer">
      {parts && runId && onShowRun ? (
        <button
          type="button"
          className="chat-figures chat-run-link"
          title={canvasRun.showRun}
          aria-label={`${canvasRun.showRun}: ${parts.join(' · ')}`}
          onClick={() => onShowRun(runId)}
        >
          {parts.join(' · ')}
        </button>
      ) : (
        <span className="chat-figures">{parts?.join(' · ')}</span>
      )}
      {text && <CopyButton label={chat.copy} text={() => text} />}
      {onAskAgain && (
        <button
          type="button"
          className="chat-icon-button"
          aria-label={chat.askAgain}
          title={chat.askAgain}
          onClick={onAskAgain}
        >
          <RotateCcw size={15} aria-hidden />
        </button>
      )}
    </div>
  )
}
