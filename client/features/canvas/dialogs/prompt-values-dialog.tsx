import { Button } from '@mui/joy'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { TextEditor } from '#client/components/editor/text-editor.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { formatJson, isWrongJson, useVariables } from '../fields/fields.ts'
import { textOf } from '../graph/field-values.ts'
import { type PromptValue, pairValues, templatesOf, writeValues } from '../graph/prompt-values.ts'
import { type Profile, tokenOf, type Variable, variableGroups } from '../graph/variables.ts'
import { viewOf } from '../store/card-view.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { FieldDialogProps } from './dialogs.tsx'
import './prompt-values.css'

/** The variables of a prompt template and the value of each. */
export function PromptValuesDialog({ node, input, nodeLabel, value, onApply, onClose }: FieldDialogProps) {
  const { canvas, canvasFields, common, nodes } = useTexts()
  const id = useId()
  const confirm = useConfirm()
  const stored = textOf(value)
  const [text, setText] = useState(stored)
  const templates = useTemplates(node)
  const [tab, setTab] = useState<'values' | 'json'>(isWrongJson(stored) ? 'json' : 'values')
  const { variables, profile } = useVariables(node, input.name)
  const isInvalid = isWrongJson(text)
  const rows = pairValues(templates, text)
  const missingCount = rows.filter((row) => !row.value).length

  function change(next: readonly PromptValue[]) {
    setText(writeValues(next, text))
  }

  async function close() {
    const options = { title: canvas.discardTitle, confirmButtonName: canvas.discard, danger: true }
    if (text === stored || (await confirm(options))) {
      onClose()
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isInvalid) {
      setTab('json')
      return
    }
    if (text !== stored) {
      onApply(text)
    }
    onClose()
  }

  return (
    <Dialog
      title={input.label}
      description={nodeLabel}
      size="m"
      form={{ onSubmit }}
      onClose={close}
      footer={
        <>
          <span className="expand-count text-tertiary self-center pushed-left" role="status">
            {missingCount > 0 ? canvasFields.valuesMissing(missingCount) : ''}
          </span>
          <Button variant="plain" color="neutral" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={isInvalid}>
            {canvas.apply}
          </Button>
        </>
      }
    >
      <Tabs
        id={id}
        label={input.label}
        value={tab}
        onChange={setTab}
        options={[
          { value: 'values', label: canvasFields.values },
          { value: 'json', label: 'JSON' },
        ]}
        action={
          tab === 'json' ? (
            <button
              type="button"
              className="link-button"
              disabled={isInvalid || text === ''}
              onClick={() => setText(formatJson(text))}
            >
              {nodes.format}
            </button>
          ) : undefined
        }
      >
        {tab === 'json' ? (
          <div className="prompt-json clips outlined-strong margin-top-12 round-6">
            <TextEditor label={input.label} language="json" lineNumbers value={text} onText={setText} />
            {isInvalid && (
              <p className="field-issue block full-width text-12 line-16 text-danger" role="alert">
                {nodes.notJson}
              </p>
            )}
          </div>
        ) : (
          <ul className="prompt-values unpadded unlisted">
            {rows.map((row) => (
              <PromptValueRow
                key={row.name}
                row={row}
                variables={variables}
                profile={profile}
                onChange={(next) =>
                  change(rows.map((each) => (each.name === row.name ? { ...row, value: next } : each)))
                }
                onRemove={() => change(rows.filter(({ name }) => name !== row.name))}
              />
            ))}
            {rows.length === 0 && (
              <p className="choice-note text-tertiary pad-10-12">{canvasFields.noPlaceholders}</p>
            )}
          </ul>
        )}
      </Tabs>
      {tab === 'values' && missingCount > 0 && (
        <p className="panel-help text-12 line-16 text-tertiary margin-4-0-0">
          {canvasFields.oneMayBeMissing}
        </p>
      )}
    </Dialog>
  )
}

// The texts do not change while the dialog is open.
function useTemplates(id: string): string[] {
  const store = useCanvasStore()
  const { graph, templates } = store.getState()
  const node = graph.nodes.get(id)
  return node ? templatesOf(node, viewOf(node, templates).shape) : []
}

type Props = {
  row: PromptValue
  variables: readonly Variable[]
  profile: Profile
  onChange: (value: string) => void
  onRemove: () => void
}

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
        className="input-box text-primary surface outlined-strong"
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
          className="input-box text-primary surface outlined-strong"
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
