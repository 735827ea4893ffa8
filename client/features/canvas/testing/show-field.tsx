import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createUser } from '#client/testing/create-user.ts'
import { type Language, loadTexts, TextsProvider } from '#client/texts/texts.tsx'
import type { TemplateInput } from '#shared/nodes.ts'
import { Field } from '../fields/field.tsx'
import type { FieldProps } from '../fields/field-props.ts'

type Options = { place?: FieldProps['place']; language?: Language; onExpand?: () => void }

export async function showField(input: Partial<TemplateInput>, value: unknown, options: Options = {}) {
  const { place = 'panel', language = 'en', onExpand } = options
  const declared = { name: 'field', label: 'Field', type: 'string', ...input }
  const values: unknown[] = []

  function Owner() {
    const [stored, setStored] = useState(value)
    return (
      <>
        <span id="label">{declared.label}</span>
        <Field
          input={declared}
          value={stored}
          onChange={(next) => {
            values.push(next)
            setStored(next)
          }}
          id="control"
          labelId="label"
          place={place}
          onExpand={onExpand}
        />
      </>
    )
  }

  render(
    <TextsProvider initial={await loadTexts(language)}>
      <Owner />
    </TextsProvider>,
  )
  return { user: createUser(), values, last: () => values.at(-1), screen }
}
