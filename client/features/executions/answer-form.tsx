import { Button, FormControl, FormHelperText, FormLabel, Textarea } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { StepWait } from '#shared/runs.ts'
import { CallFields } from './call-fields.tsx'
import { UncertainForm } from './uncertain-form.tsx'
import { useAnswer } from './use-answer.ts'
import { useChangedArgs } from './use-changed-args.ts'
import { titleOf } from './wait-title.ts'

type Props = {
  runId: string
  wait: StepWait
  childPath: (runId: string) => string
  onDone?: () => void
}

/** What is asked, and the answers that fit. */
export function AnswerForm(props: Props) {
  const { waiting } = useTexts().executions
  const { wait, childPath } = props
  if (wait.kind === 'uncertain') {
    return <UncertainForm {...props} />
  }
  return wait.kind === 'child' ? (
    <div className="answer-form">
      <h2 className="text-primary pre-wrap breaks-anywhere">{wait.text}</h2>
      <p>{waiting.childText}</p>
      {wait.childRunId && (
        <Link className="text-link" to={childPath(wait.childRunId)}>
          {waiting.openRun}
        </Link>
      )}
    </div>
  ) : (
    <ApprovalForm {...props} />
  )
}

function ApprovalForm({ runId, wait, onDone }: Props) {
  const { waiting } = useTexts().executions
  const { send, isPending } = useAnswer(onDone)
  const [feedback, setFeedback] = useState('')
  const { calls = [], labels } = wait
  const { fieldsOf, changes, hasProblem, changedArgs } = useChangedArgs(calls)
  const answer = (type: 'proceed' | 'reject') =>
    send({
      ...{ runId, waitId: wait.id, answer: type, ...(feedback.trim() && { feedback }) },
      ...(type === 'proceed' && changes > 0 && { changedArgs: changedArgs() }),
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!hasProblem) {
      answer('proceed')
    }
  }
  return (
    <form className="answer-form" onSubmit={submit} aria-busy={isPending}>
      <h2 className="text-primary pre-wrap breaks-anywhere">
        {wait.kind === 'approval' ? titleOf(wait, waiting) : wait.text}
      </h2>
      {calls.map((call) => (
        <CallFields key={call.callId} call={call} fields={fieldsOf(call)} isDisabled={isPending} />
      ))}
      {wait.takesFeedback && (
        <FormControl>
          <FormLabel>
            {waiting.feedback}{' '}
            <span className="answer-optional text-12 regular text-tertiary">{waiting.optional}</span>
          </FormLabel>
          <Textarea
            minRows={2}
            maxRows={8}
            value={feedback}
            disabled={isPending}
            onChange={({ target }) => setFeedback(target.value)}
          />
          <FormHelperText>{waiting.feedbackHelp}</FormHelperText>
        </FormControl>
      )}
      <div className="row wraps gap-8 at-end">
        <DeadlineNote wait={wait} />
        <Button variant="outlined" color="neutral" disabled={isPending} onClick={() => answer('reject')}>
          {labels.reject === 'Reject' ? waiting.reject : labels.reject}
        </Button>
        <Button type="submit" loading={isPending} disabled={hasProblem}>
          {changes > 0
            ? waiting.approveChanged(changes)
            : labels.proceed === 'Proceed'
              ? waiting.approve
              : labels.proceed}
        </Button>
      </div>
    </form>
  )
}

function DeadlineNote({ wait: { deadline, fallback = 'reject' } }: { wait: StepWait }) {
  const { waiting } = useTexts().executions
  const [language] = useLanguage()
  return (
    <span className="answer-note inline-row gap-8 text-13 text-secondary">
      <StatusDot state="waiting" />
      {deadline === undefined ? waiting.none : waiting.decides[fallback](formatMoment(deadline, language))}
    </span>
  )
}
