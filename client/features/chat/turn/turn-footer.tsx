import { RotateCcw } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { useFigures } from '../figures/use-figures.ts'
import type { Answer } from '../run/answer.ts'
import { RatingButtons } from '../visitor/rating-buttons.tsx'
import { SpeakButton } from '../visitor/speak-button.tsx'
import type { TurnActions } from './bot-turn.tsx'
import { CopyButton } from './copy-button.tsx'

type Props = Pick<TurnActions, 'onResend' | 'onShowRun'> & { answer: Answer }

export function TurnFooter({ answer, onResend, onShowRun }: Props) {
  const { text, figures, runId, messageId, feedback } = answer
  const { canvasRun, chat } = useTexts()
  const { duration, tokens, cost } = useFigures()
  const parts = figures && [duration(figures.durationMs), tokens(figures.tokens), cost(figures.dollars)]
  return (
    <div className="chat-footer wraps row gap-2 min-height-28">
      {parts && runId && onShowRun ? (
        <button
          type="button"
          className="chat-figures chat-run-link unpadded no-background borderless round-xs pressable text-12 monospace grows text-tertiary text-left underlined-on-hover tabular one-line"
          title={canvasRun.showRun}
          aria-label={`${canvasRun.showRun}: ${parts.join(' · ')}`}
          onClick={() => onShowRun(runId)}
        >
          {parts.join(' · ')}
        </button>
      ) : (
        <span className="chat-figures text-12 monospace grows text-tertiary tabular one-line">
          {parts?.join(' · ')}
        </span>
      )}
      <span className="chat-tools flex rigid gap-2 pushed-right">
        {text && messageId && (
          <>
            <RatingButtons messageId={messageId} feedback={feedback} />
            <SpeakButton messageId={messageId} />
          </>
        )}
        {text && <CopyButton label={chat.copy} text={() => text} />}
        {onResend && (
          <button
            type="button"
            className="chat-icon-button rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
            aria-label={chat.askAgain}
            title={chat.askAgain}
            onClick={onResend}
          >
            <RotateCcw size={15} aria-hidden />
          </button>
        )}
      </span>
    </div>
  )
}
