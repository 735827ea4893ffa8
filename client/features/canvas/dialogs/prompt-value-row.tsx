import { X } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { PromptValue } from '../graph/prompt-values.ts'
import { type Profile, tokenOf, type Variable, variableGroups } from '../graph/variables.ts'

type Props = {
  row: PromptValue
  variables: readonly Variable[]
  profile: Profile
  onChange: (value: string) => void
  onRemove: () => void
}

/** A name, and a text or a variable for it. */
export function PromptValueRow({ row, variables, profile, onChange, onRemove }: Props) {
  const { canvasFields } = useTexts()
  const id = useId()
  const { name, value, extra } = row
  return (
    <li data-extra={extra || undefined} data-missing={!value || undefined}>
      <label htmlFor={id}>
        <code>{`{${name}}`}</code>
        {extra && <small>{canvasFields.extraValue}</small>}
        {!(value || extra) && <small>{canvasFields.missingValue}</small>}
      </label>
      <textarea
        id={id}
        rows={1}
        value={value ?? ''}
        placeholder={canvasFields.writeOrChoose}
        onChange={({ target }) => onChange(target.value)}
      />
      {extra ? (
        <button
          type="button"
          className="icon-button"
          aria-label={canvasFields.removeValue(name)}
          onClick={onRemove}
        >
          <X size={15} />
        </button>
      ) : (
        <select
          aria-label={canvasFields.chooseVariableFor(name)}
          value=""
          onChange={({ target }) => onChange(`${value ?? ''}${target.value}`)}
        >
          <option value="">{'{ }'}</option>
          {variableGroups.map((group) => {
            const offered = variables.filter((variable) => variable.group === group)
            return offered.length === 0 ? null : (
              <optgroup key={group} label={canvasFields.variableGroups[group]}>
                {offered.map((variable) => (
                  <option key={variable.name} value={tokenOf(variable.name, profile)}>
                    {variable.label}
                  </option>
                ))}
              </optgroup>
            )
          })}
        </select>
      )}
    </li>
  )
}
