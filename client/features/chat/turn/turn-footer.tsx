import { RotateCcw } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { useFigures } from '../figures/use-figures.ts'
import type { Answer } from '../run/answer.ts'
import { RatingButtons } from '../visitor/rating-buttons.tsx'
import { SpeakButton } from '../visitor/speak-button.tsx'
import type { TurnActions } from './bot-turn.tsx'
import { CopyButton } from './copy-button.tsx'

type Props = Pick<TurnActions, 'onAskAgain' | 'onShowRun'> & { answer: Answer }

export function TurnFooter({ answer, onAskAgain, onShowRun }: Props) {
  const { text, figures, runId, messageId, feedback } = answer
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
      <span className="chat-tools">
        {text && messageId && (
          <>
            <RatingButtons messageId={messageId} feedback={feedback} />
            <SpeakButton messageId={messageId} />
          </>
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
      </span>
    </div>
  )
}
