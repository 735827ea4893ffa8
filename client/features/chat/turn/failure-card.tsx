import { Button } from '@mui/joy'
import { CircleAlert, RotateCcw } from 'lucide-react'
import { labelOfId } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useFigures } from '../figures/use-figures.ts'
import type { Ending } from '../run/turn.ts'
import type { TurnActions } from './bot-turn.tsx'
import { useFailureText } from './use-failure-text.ts'

export type Failure = Extract<Ending, { type: 'failed' }>
type Props = TurnActions & { failure: Failure; dollars: number }

export function FailureCard({ failure, dollars, onShowNode, onResend }: Props) {
  const { chat, common } = useTexts()
  const { cost } = useFigures()
  const { title, detail } = useFailureText(failure)
  const { code, message, nodeId } = failure
  const label = nodeId && failure.label ? labelOfId(nodeId, failure.label) : failure.label
  const details = [code, label ?? nodeId, message].filter(Boolean).join(' · ')
  return (
    <div className="chat-failure flex gap-10 round-md pad-10-12 backdrop-danger text-danger-soft">
      <CircleAlert className="rigid" size={16} aria-hidden />
      <div className="grows shrinks breaks-anywhere">
        <strong className="semibold">{title}</strong>
        {detail && <p>{detail}</p>}
        <p>
          {dollars > 0 ? (
            <>
              {chat.chargedSoFar}{' '}
              <span className="chat-figures text-12 monospace tabular">{cost(dollars)}</span>.
            </>
          ) : (
            chat.nothingCharged
          )}{' '}
          {nodeId && (
            <button
              type="button"
              className="chat-link unpadded inherits-font semibold no-background borderless pressable inherits-color"
              onClick={() => onShowNode(nodeId)}
            >
              {chat.showNode(label ?? nodeId)}
            </button>
          )}
        </p>
        <div className="chat-buttons flex wraps gap-8 margin-top-10">
          {onResend && (
            <Button
              size="sm"
              variant="outlined"
              color="danger"
              startDecorator={<RotateCcw size={14} />}
              onClick={onResend}
            >
              {chat.retry}
            </Button>
          )}
          <Button
            size="sm"
            variant="plain"
            color="neutral"
            onClick={() => navigator.clipboard?.writeText(details)}
          >
            {common.copyDetails}
          </Button>
        </div>
      </div>
    </div>
  )
}
