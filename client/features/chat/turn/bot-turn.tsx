import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useConnectModel } from '#client/components/connect-model.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { WaitAnswer } from '#shared/runs.ts'
import { useFigures } from '../figures/use-figures.ts'
import { MarkdownText } from '../markdown/markdown-text.tsx'
import type { Answer } from '../run/answer.ts'
import type { Turn } from '../run/turn.ts'
import { MadeFiles } from './made-files.tsx'
import { SourceChips } from './source-chips.tsx'
import { StepRow } from './step-row.tsx'
import { TurnFailure } from './turn-failure.tsx'
import { TurnFooter } from './turn-footer.tsx'
import { Waits } from './wait-card.tsx'

export type TurnActions = {
  onShowNode: (nodeId: string) => void
  onShowRun: ((runId: string) => void) | undefined
  /** Undefined while another question is running, or when this is not the last answer. */
  onResend: (() => void) | undefined
  /** Answers a question of a waiting run; undefined while that is not possible. */
  onAnswer: ((runId: string, waitId: string, answer: WaitAnswer) => Promise<void>) | undefined
}

export function BotTurn({ answer, ...actions }: TurnActions & { answer: Answer }) {
  const { canvasRun, chat } = useTexts()
  const { time } = useFigures()
  const { steps, thinking, text, sources, files, until, ending, date } = answer
  const { isOpen } = answer
  const isWaiting = isOpen && text === ''
  return (
    <article
      className="chat-turn stack gap-12 shrinks"
      aria-label={chat.messageOf(chat.bot, time(date))}
      aria-busy={isOpen}
    >
      <time className="chat-hidden absolute clips one-line width-1 height-1" dateTime={date}>
        {time(date)}
      </time>
      <div className="chat-thread stack gap-8 relative">
        {steps.map((step) => (
          <StepRow key={step.key} step={step} />
        ))}
        <Waits answer={answer} onAnswer={actions.onAnswer} />
        {thinking && <ThinkingBlock thinking={thinking} />}
        {(text || isWaiting) && (
          <div className="chat-row chat-answer flex shrinks relative">
            <KindGlyph kind="agent" open={isOpen} silent />
            {isWaiting ? <Dots /> : <MarkdownText text={text} isOpen={isOpen} />}
          </div>
        )}
        {!isOpen && (
          <>
            <MadeFiles annotations={files} />
            <SourceChips documents={sources} />
          </>
        )}
        {until && (
          <p className="chat-note row wraps text-13 line-18 text-secondary gap-4-8">
            {canvasRun.upTo(until)}
          </p>
        )}
        {ending?.type === 'stopped' && (
          <p className="chat-note row wraps text-13 line-18 text-secondary gap-4-8">
            {text ? chat.stopped : chat.stoppedEarly}
          </p>
        )}
        {ending && ending.type !== 'failed' && (
          <TurnFooter answer={answer} onResend={actions.onResend} onShowRun={actions.onShowRun} />
        )}
        {ending?.type === 'finished' && answer.isDemo && actions.onResend && <DemoHint />}
      </div>
      {ending?.type === 'failed' && <TurnFailure failure={ending} answer={answer} {...actions} />}
    </article>
  )
}

function Dots() {
  const { chat } = useTexts()
  return (
    <span className="chat-dots inline-row gap-4 height-20" role="img" aria-label={chat.waiting}>
      <i className="circle" />
      <i className="circle" />
      <i className="circle" />
    </span>
  )
}

function DemoHint() {
  const { chat, common } = useTexts()
  const connect = useConnectModel()
  const isDemo = useDefaultModel()?.isDemo
  return connect && isDemo ? (
    <p className="chat-note row wraps text-13 line-18 text-secondary gap-4-8">
      {chat.demoAnswers}{' '}
      <button type="button" className="text-link" onClick={connect}>
        {common.connectModel}
      </button>
    </p>
  ) : null
}

function ThinkingBlock({ thinking }: { thinking: NonNullable<Turn['thinking']> }) {
  const { chat } = useTexts()
  const { duration } = useFigures()
  const [isShown, setShown] = useState(false)
  const { text, startedAt, endedAt } = thinking
  return (
    <div className="chat-row chat-thinking flex shrinks relative">
      <KindGlyph kind="model" open={endedAt === undefined} silent />
      <div>
        <button
          className="inline-row gap-8 unpadded inherits-font text-secondary no-background borderless round-xs pressable"
          type="button"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {endedAt === undefined ? chat.thinking : chat.thoughtFor(duration(endedAt - startedAt))}
          <ChevronRight size={14} aria-hidden />
        </button>
        {isShown && (
          <p className="text-13 line-18 pre-wrap breaks-anywhere text-secondary backdrop-level1 round-sm pad-8-12">
            {text}
          </p>
        )}
      </div>
    </div>
  )
}
