import { Maximize2 } from 'lucide-react'
import { TextEditor } from '#client/components/editor/text-editor.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { TemplateInput } from '#shared/nodes.ts'
import { textOf } from '../graph/field-values.ts'
import type { FieldProps } from './field-props.ts'
import { useDraft } from './use-draft.ts'

/** Code: its first lines on a card, an editor in the panel. */
export function CodeField({ input, value, onChange, id, labelId, describedBy, place, onExpand }: FieldProps) {
  const { nodes, canvasFields, canvasHabits } = useTexts()
  const draft = useDraft(textOf(value), (text) => {
    onChange(text, true)
    return true
  })
  const { codeExample } = input

  if (place === 'card') {
    return (
      <button
        id={id}
        type="button"
        className="field-well field-preview nodrag row gap-6 grows shrinks text-primary borderless round-4 pressable body-13 text-left"
        aria-labelledby={`${labelId} ${id}`}
        title={nodes.expand(input.label)}
        onClick={onExpand}
      >
        <code className="grows shrinks clips">
          {draft.text.split('\n').slice(0, 4).join('\n') || nodes.write}
        </code>
        <small className="text-tertiary code-11">JS</small>
        <Maximize2 size={12} />
      </button>
    )
  }
  return (
    <span className="field-block stack grows shrinks">
      <span className="field-bar row spread text-12 text-tertiary backdrop-level1 outlined-strong pad-0-8 height-28">
        JavaScript
        <span className="field-tools row gap-10">
          {codeExample !== undefined && (
            <button
              type="button"
              className="link-button"
              disabled={draft.text === codeExample}
              onClick={() => onChange(codeExample)}
            >
              {canvasFields.seeExample}
            </button>
          )}
          {onExpand && canBeTried(input) && (
            <button type="button" className="link-button" onClick={onExpand}>
              {canvasHabits.tryCode}
            </button>
          )}
          {onExpand && (
            <button
              type="button"
              className="icon-button"
              aria-label={nodes.expand(input.label)}
              onClick={onExpand}
            >
              <Maximize2 size={12} />
            </button>
          )}
        </span>
      </span>
      <span
        className="field-editor block clips outlined-strong"
        data-rows={input.rows ? 'few' : 'many'}
        {...draft.focus}
      >
        <TextEditor
          id={id}
          labelledBy={labelId}
          describedBy={describedBy}
          language="javascript"
          lineNumbers
          value={draft.text}
          onText={draft.change}
        />
      </span>
    </span>
  )
}

/** Only a whole function can be run alone; a schema or a template cannot. */
export function canBeTried({ type, name, hideCodeExecute }: TemplateInput): boolean {
  return type === 'code' && /function$/i.test(name) && !hideCodeExecute
}
