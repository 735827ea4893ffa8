import { useId } from 'react'
import { RequiredStar } from '#client/components/required-star.tsx'
import { isMissing } from '../store/card-view.ts'
import type { FieldProps } from './field-props.ts'
import './rows-fields.css'

type Props = Omit<FieldProps, 'id' | 'labelId' | 'describedBy'>

/** A labelled field inside another field. */
export function PlacedField(field: Props) {
  const id = useId()
  const { input, value } = field
  return (
    <div className="placed-field" data-editor={input.type}>
      <div className="panel-label row gap-6 margin-bottom-6">
        <label className="line-18 medium text-13 text-primary" id={`${id}label`} htmlFor={`${id}field`}>
          {input.label}
        </label>
        {isMissing(input, value) && <RequiredStar />}
      </div>
      {field.render?.({ ...field, id: `${id}field`, labelId: `${id}label` })}
    </div>
  )
}
