import { FormControl, FormHelperText, FormLabel, Input, Switch, Textarea } from '@mui/joy'
import { Wrench } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { type ArgField, type ProposedCall, textOf } from './use-changed-args.ts'
import { ValueBox } from './value-box.tsx'

type Props = { call: ProposedCall; fields: readonly ArgField[]; isDisabled: boolean }

/** A call that waits for approval, with a field for each of its arguments. */
export function CallFields({ call: { tool, args }, fields, isDisabled }: Props) {
  if (fields.length === 0) {
    return <ValueBox label={tool} value={args} />
  }
  return (
    <fieldset className="call-fields grid gap-10 shrinks flush round-8">
      <legend className="inline-row gap-6 pad-0-6">
        <Wrench size={14} />
        {tool}
      </legend>
      {fields.map((field) => (
        <Argument key={field.name} field={field} isDisabled={isDisabled} />
      ))}
    </fieldset>
  )
}

function Argument({ field, isDisabled }: { field: ArgField; isDisabled: boolean }) {
  const { callArgs } = useTexts().executions.waiting
  const { name, type, proposed, isChanged, problem, reset } = field
  return (
    <FormControl className="call-argument" error={problem !== undefined}>
      <FormLabel>
        <code>{name}</code>{' '}
        <span className="answer-optional text-12 regular text-tertiary">{callArgs.types[type]}</span>
      </FormLabel>
      <div>
        <Control field={field} isDisabled={isDisabled} />
        {problem && <FormHelperText>{callArgs[problem]}</FormHelperText>}
        {isChanged && (
          <p className="call-proposed margin-4-0-0 text-secondary breaks-anywhere">
            {callArgs.proposed} <s>{textOf(proposed)}</s>{' '}
            <button type="button" className="text-link" disabled={isDisabled} onClick={reset}>
              {callArgs.reset}
              <span className="visually-hidden"> {name}</span>
            </button>
          </p>
        )}
      </div>
    </FormControl>
  )
}

function Control({ field: { type, text, change }, isDisabled }: { field: ArgField; isDisabled: boolean }) {
  if (type === 'boolean') {
    return (
      <Switch
        checked={text === 'true'}
        disabled={isDisabled}
        onChange={({ target }) => change(String(target.checked))}
      />
    )
  }
  const shared = { value: text, disabled: isDisabled }
  return type === 'number' ? (
    <Input {...shared} inputMode="decimal" onChange={({ target }) => change(target.value)} />
  ) : (
    <Textarea {...shared} minRows={1} maxRows={10} onChange={({ target }) => change(target.value)} />
  )
}
