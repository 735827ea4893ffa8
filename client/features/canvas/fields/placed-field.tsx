import { type ReactNode, useId } from 'react'
import { RequiredStar } from '#client/components/required-star.tsx'
import { isMissing } from '../card/card-view.ts'
import type { FieldProps } from './field-props.ts'

type Props = Pick<
  FieldProps,
  'input' | 'value' | 'onChange' | 'place' | 'node' | 'path' | 'onExpand' | 'render'
> & {
  tool?: ReactNode
}

/** A field within another one, under its own name. */
export function PlacedField({ tool, ...field }: Props) {
  const id = useId()
  const { input, value } = field
  return (
    <div className="placed-field" data-editor={input.type}>
      <div className="panel-label">
        <label id={`${id}label`} htmlFor={`${id}field`}>
          {input.label}
        </label>
        {isMissing(input, value) && <RequiredStar />}
        {tool}
      </div>
      {field.render?.({ ...field, id: `${id}field`, labelId: `${id}label` })}
    </div>
  )
}
