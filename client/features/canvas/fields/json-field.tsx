import { Braces, Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { TextEditor } from '#client/components/editor/text-editor.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { isJson } from '../graph/check.ts'
import { textOf } from '../graph/field-values.ts'
import type { FieldProps } from './field-props.ts'
import { JsonTree } from './json-tree.tsx'
import { useDraft } from './use-draft.ts'

/** JSON: a summary on a card, a tree or text in the panel. */
export function JsonField({ input, value, onChange, id, labelId, describedBy, place, onExpand }: FieldProps) {
  const { nodes, canvasFields } = useTexts()
  const stored = textOf(value)
  const draft = useDraft(stored, (text) => {
    onChange(text, true)
    return true
  })
  const [view, setView] = useState<'text' | 'tree'>('text')
  const wrong = isWrongJson(draft.text)
  const asTree = view === 'tree' && isJson(draft.text)
  const hasValues = Boolean(input.acceptVariable)

  function describe() {
    if (wrong) {
      return nodes.notJson
    }
    return stored === '' ? nodes.write : nodes.jsonSize(countKeys(stored))
  }

  if (place === 'card') {
    return (
      <button
        id={id}
        type="button"
        className="field-well field-choice nodrag row gap-6 grows shrinks text-primary borderless round-4 pressable body-13 text-left"
        aria-labelledby={`${labelId} ${id}`}
        title={nodes.expand(input.label)}
        data-missing={wrong || undefined}
        onClick={onExpand}
      >
        <Braces size={13} />
        <span>{describe()}</span>
      </button>
    )
  }
  return (
    <span className="field-block stack grows shrinks">
      <span className="field-bar row spread text-12 text-tertiary backdrop-level1 outlined-strong pad-0-8 height-28">
        <SegmentedControl
          label={canvasFields.jsonViews}
          value={asTree ? 'tree' : 'text'}
          options={[
            { value: 'text', label: 'JSON' },
            { value: 'tree', label: canvasFields.jsonTree },
          ]}
          onChange={setView}
        />
        <span className="field-tools row gap-10">
          <button
            type="button"
            className="link-button"
            disabled={wrong || draft.text === ''}
            onClick={() => onChange(formatJson(draft.text))}
          >
            {nodes.format}
          </button>
          {onExpand && (
            <button
              type="button"
              className={hasValues ? 'link-button' : 'icon-button'}
              aria-label={nodes.expand(input.label)}
              onClick={onExpand}
            >
              {hasValues ? canvasFields.values : <Maximize2 size={12} />}
            </button>
          )}
        </span>
      </span>
      {asTree ? (
        <span className="field-editor block clips outlined-strong">
          <JsonTree label={input.label} value={draft.text} onChange={(text) => onChange(text, true)} />
        </span>
      ) : (
        <span className="field-editor block clips outlined-strong" data-rows="few" {...draft.focus}>
          <TextEditor
            id={id}
            labelledBy={labelId}
            describedBy={describedBy}
            language="json"
            lineNumbers
            value={draft.text}
            onText={draft.change}
          />
        </span>
      )}
      {wrong && (
        <small className="field-issue block full-width text-12 line-16 text-danger" role="alert">
          {nodes.notJson}
        </small>
      )}
    </span>
  )
}

/** Whether a text is invalid JSON. Text with `{{…}}` is only known when the flow runs. */
export function isWrongJson(text: string): boolean {
  return text.trim() !== '' && !text.includes('{{') && !isJson(text)
}

/** Indents by two spaces. Invalid JSON is unchanged. */
export function formatJson(text: string): string {
  return isJson(text) ? JSON.stringify(JSON.parse(text), undefined, 2) : text
}

export function countKeys(text: string): number {
  if (!isJson(text)) {
    return 0
  }
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}
