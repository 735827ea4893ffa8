import { Link2 } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { type FieldProps, namesOf } from './field-props.ts'

/** Where scrapers keep the pages they are to read, under the name Flowise gave it. */
export const linksInput = 'selectedLinks'

/** How many pages were chosen; they are chosen in a dialog of their own. */
export function LinksField({ input, value, id, describedBy, onExpand }: FieldProps) {
  const { links: texts } = useTexts().canvasTools
  const count = namesOf(value).length
  const words = count > 0 ? texts.count(count) : texts.open
  return (
    <button
      type="button"
      id={id}
      className="field-well links-field nodrag"
      aria-label={`${input.label}: ${words}`}
      aria-describedby={describedBy}
      onClick={onExpand}
    >
      <Link2 size={14} aria-hidden="true" />
      {words}
    </button>
  )
}
