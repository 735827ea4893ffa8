import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useFigures } from '../figures/use-figures.ts'
import { MarkdownText } from '../markdown/markdown-text.tsx'
import type { Answer } from '../run/answer.ts'
import { DemoHint } from './demo-hint.tsx'
import { SourceChips } from './source-chips.tsx'
import { StepRow } from './step-row.tsx'
import { ThinkingBlock } from './thinking-block.tsx'
import { TurnFailure } from './turn-failure.tsx'
import { TurnFooter } from './turn-footer.tsx'

export type TurnActions = {
  onShowNode: (nodeId: string) => void
  onShowRun: ((runId: string) => void) | undefined
  /** Undefined while another question is running, or when this is not the last answer. */
  onAskAgain: (() => void) | undefined
}

export function BotTurn({ answer, ...actions }: TurnActions & { answer: Answer }) {
  const { canvasRun, chat } = useTexts()
  const { time } = useFigures()
  const { steps, thinking, text, sources, until, ending, date } = answer
  const isOpen = ending === undefined
  const isWaiting = isOpen && text === ''
  return (
    <article className="chat-turn" aria-label={chat.messageOf(chat.bot, time(date))} aria-busy={isOpen}>
      <time className="chat-hidden" dateTime={date}>
        {time(date)}
      </time>
      <div className="chat-thread">
        {steps.map((step) => (
          <StepRow key={step.key} step={step} />
        ))}
        {thinking && <ThinkingBlock thinking={thinking} />}
        {(text || isWaiting) && (
          <div className="chat-row chat-answer">
            <KindGlyph kind="agent" open={isOpen} silent />
            {isWaiting ? <Dots /> : <MarkdownText text={text} isOpen={isOpen} />}
          </div>
        )}
        {!isOpen && <SourceChips documents={sources} />}
        {until && <p className="chat-note">{canvasRun.upTo(until)}</p>}
        {ending?.type === 'stopped' && <p className="chat-note">{text ? chat.stopped : chat.stoppedEarly}</p>}
        {ending && ending.type !== 'failed' && (
          <TurnFooter answer={answer} onAskAgain={actions.onAskAgain} onShowRun={actions.onShowRun} />
        )}
        {ending?.type === 'finished' && answer.isDemo && actions.onAskAgain && <DemoHint />}
      </div>
      {ending?.type === 'failed' && <TurnFailure failure={ending} answer={answer} {...actions} />}
    </article>
  )
}

function Dots() {
  const { chat } = useTexts()
  return (
    <span className="chat-dots" role="img" aria-label={chat.waiting}>
      <i />
      <i />
      <i />
    </span>
  )
}
