import { Button, FormControl, FormHelperText, FormLabel, Radio, RadioGroup, Textarea } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { parseJsonOrText } from '#shared/json.ts'
import type { StepWait, WaitAnswer } from '#shared/runs.ts'
import { useAnswer } from './use-answer.ts'
import { ValueBox } from './value-box.tsx'

const choices = ['done', 'again', 'give_up'] as const
type Choice = (typeof choices)[number]

type Props = { runId: string; wait: StepWait; onDone?: () => void }

/** A call that was sent before a crash. Nothing is preselected: only a person can know. */
export function UncertainForm({ runId, wait, onDone }: Props) {
  const { waiting } = useTexts().executions
  const { send, isPending } = useAnswer(onDone)
  const [choice, setChoice] = useState<Choice>()
  const [result, setResult] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (choice) {
      const value =
        choice === 'done' && result.trim() !== ''
          ? { value: parseJsonOrText(result) as WaitAnswer['value'] }
          : {}
      send({ runId, waitId: wait.id, answer: choice, ...value })
    }
  }
  return (
    <form className="answer-form" onSubmit={submit} aria-busy={isPending}>
      <h2 className="text-primary pre-wrap breaks-anywhere">{waiting.uncertainTitle}</h2>
      <p>{waiting.uncertainText}</p>
      {wait.calls?.map(({ callId, tool, args }) => (
        <ValueBox key={callId} label={tool} value={args} />
      ))}
      <RadioGroup
        className="answer-choices"
        aria-label={waiting.choices.label}
        name={`answer-${wait.id}`}
        value={choice ?? ''}
        onChange={({ target }) => setChoice(choices.find((each) => each === target.value))}
      >
        {choices.map((each) => (
          <div
            key={each}
            className="answer-choice grid gap-6 outlined round-md"
            data-chosen={choice === each || undefined}
          >
            <Radio value={each} label={waiting.choices[each]} disabled={isPending} />
            <p className="text-13 text-secondary">{waiting.choices[`${each}Text`]}</p>
            {each === 'done' && choice === 'done' && (
              <FormControl>
                <FormLabel>
                  {waiting.choices.result}{' '}
                  <span className="answer-optional text-12 regular text-tertiary">{waiting.optional}</span>
                </FormLabel>
                <Textarea minRows={1} value={result} onChange={({ target }) => setResult(target.value)} />
                <FormHelperText>{waiting.choices.resultHelp}</FormHelperText>
              </FormControl>
            )}
          </div>
        ))}
      </RadioGroup>
      <div className="row wraps gap-8 at-end">
        <span className="answer-note inline-row gap-8 text-13 text-secondary">{waiting.none}</span>
        <Button
          type="submit"
          loading={isPending}
          disabled={choice === undefined}
          color={choice === 'give_up' ? 'danger' : 'primary'}
        >
          {waiting.submit[choice ?? 'none']}
        </Button>
      </div>
    </form>
  )
}
