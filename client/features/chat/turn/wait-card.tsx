import './wait.css'
import { Button, Textarea } from '@mui/joy'
import { type KeyboardEvent, useState } from 'react'
import { dateFormat } from '#client/components/intl.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { listsCalls } from '#shared/run-values.ts'
import type { StepWait, WaitAnswer } from '#shared/runs.ts'
import { MarkdownText } from '../markdown/markdown-text.tsx'
import type { Answer } from '../run/answer.ts'
import type { TurnActions } from './bot-turn.tsx'

type WaitsProps = Pick<TurnActions, 'onAnswer'> & { answer: Answer }

/** What the run has asked people: the answers so far, then the open questions. */
export function Waits({ answer: { asked, answered, waits, runId }, onAnswer }: WaitsProps) {
  const send = runId && onAnswer ? onAnswer.bind(undefined, runId) : undefined
  return (
    <>
      {asked.map((text) => (
        <div
          key={text}
          className="chat-answered pad-8-12 backdrop-level1 text-secondary text-13 breaks-anywhere"
        >
          <MarkdownText text={text} isOpen={false} />
        </div>
      ))}
      {answered.map(({ wait, answer }) => (
        <AnsweredRow key={wait.id} wait={wait} answer={answer} />
      ))}
      {waits.map((wait) => (
        <WaitCard key={wait.id} wait={wait} onAnswer={send} />
      ))}
    </>
  )
}

type Type = WaitAnswer['type']
type Choice = { type: Type; label: string; isMain: boolean }

type Props = {
  wait: StepWait
  /** Undefined while nothing can be sent. */
  onAnswer: ((waitId: string, answer: WaitAnswer) => Promise<void>) | undefined
}

/** A question of a waiting run, with the buttons that answer it. */
function WaitCard({ wait, onAnswer }: Props) {
  const { waits } = useTexts().chat
  const [feedback, setFeedback] = useState('')
  const [sent, setSent] = useState<Type>()
  const choices = useChoices(wait)

  async function send(type: Type) {
    if (!onAnswer || sent) {
      return
    }
    setSent(type)
    const text = feedback.trim()
    await onAnswer(wait.id, { type, ...(text !== '' && { feedback: text }) })
    setSent(undefined)
  }

  function onKeyDown(event: KeyboardEvent) {
    const main = choices.find(({ isMain }) => isMain)
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && main) {
      event.preventDefault()
      void send(main.type)
    }
  }

  return (
    <section
      className="chat-wait stack gap-8 round-md surface breaks-anywhere"
      aria-label={waits.title}
      data-testid="wait-card"
    >
      <small className="text-warning text-12 semibold">{waits.kinds[wait.kind]}</small>
      {!listsCalls(wait) && <MarkdownText text={wait.text} isOpen={false} />}
      {wait.calls?.map(({ callId, tool, args }) => (
        <div key={callId} className="chat-wait-call">
          <strong>{tool}</strong>
          <code>{JSON.stringify(args, null, 1)}</code>
        </div>
      ))}
      {wait.takesFeedback && choices.length > 0 && (
        <Textarea
          size="sm"
          minRows={1}
          maxRows={6}
          value={feedback}
          disabled={!onAnswer || sent !== undefined}
          placeholder={waits.feedback}
          onChange={({ target }) => setFeedback(target.value)}
          slotProps={{ textarea: { 'aria-label': waits.feedback, maxLength: 32_000, onKeyDown } }}
        />
      )}
      <div className="chat-buttons margin-top-10">
        {choices.map(({ type, label, isMain }) => (
          <Button
            key={type}
            size="sm"
            variant={isMain ? 'solid' : 'outlined'}
            color={isMain ? 'primary' : 'neutral'}
            disabled={!onAnswer || (sent !== undefined && sent !== type)}
            loading={sent === type}
            onClick={() => send(type)}
          >
            {label}
          </Button>
        ))}
      </div>
      <Deadline wait={wait} />
    </section>
  )
}

function useChoices({ kind, labels }: StepWait): Choice[] {
  const { waits } = useTexts().chat
  switch (kind) {
    // The call may have happened, so no choice is suggested.
    case 'uncertain':
      return (['done', 'again', 'give_up'] as const).map((type) => ({
        type,
        label: waits.choices[type],
        isMain: false,
      }))
    case 'child':
      return []
    default:
      return [
        { type: 'proceed', label: translate(labels.proceed, waits.labels), isMain: true },
        { type: 'reject', label: translate(labels.reject, waits.labels), isMain: false },
      ]
  }
}

/** Flows may name their own buttons; only the default names are translated. */
function translate(label: string, labels: Readonly<Record<string, string>>) {
  return labels[label] ?? label
}

function Deadline({ wait: { deadline, fallback = 'reject' } }: { wait: StepWait }) {
  const { waits } = useTexts().chat
  const [language] = useLanguage()
  const format = dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return deadline ? (
    <p className="text-secondary text-12">
      {waits.deadline[fallback]} <time dateTime={deadline}>{format.format(new Date(deadline))}</time>
    </p>
  ) : null
}

/** A question of the run that has been answered. */
function AnsweredRow({ wait, answer }: { wait: StepWait; answer: WaitAnswer }) {
  const { waits } = useTexts().chat
  const { type, feedback } = answer
  const label =
    type === 'proceed' || type === 'reject'
      ? translate(wait.labels[type], waits.labels)
      : type === 'child'
        ? ''
        : waits.choices[type]
  return (
    <div className="chat-answered pad-8-12 backdrop-level1 text-secondary text-13 breaks-anywhere">
      {listsCalls(wait) ? (
        <code>{wait.calls?.map(({ tool }) => tool).join(', ')}</code>
      ) : (
        <MarkdownText text={wait.text} isOpen={false} />
      )}
      <p>
        <strong data-type={type}>{label}</strong>
        {feedback && <q>{feedback}</q>}
      </p>
    </div>
  )
}
