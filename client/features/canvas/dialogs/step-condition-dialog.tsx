import { Button } from '@mui/joy'
import { Unlink } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { TextEditor } from '#client/components/editor/text-editor.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import {
  decidingRow,
  isQuestion,
  lostSteps,
  outputName,
  readStepRows,
  type StepRow,
  saveStepRows,
  variablesOf,
} from '../graph/step-condition.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { ConditionHelp } from './condition-help.tsx'
import type { FieldDialogProps } from './expand-dialog.tsx'
import { readStepCode, writeStepCode } from './step-condition-code.ts'
import { StepConditionSide } from './step-condition-side.tsx'
import { StepConditionTable } from './step-condition-table.tsx'
import { StepConditionTry } from './step-condition-try.tsx'
import './condition-dialog.css'
import './step-condition.css'

/** The conditions of a step, in the order they are checked, with the outputs they make and where those lead. */
export function StepConditionDialog({ node, input, nodeLabel, onClose }: FieldDialogProps) {
  const { agent, canvas, canvasFields, common } = useTexts()
  const words = agent.condition
  const id = useId()
  const store = useCanvasStore()
  const confirm = useConfirm()
  const graph = useCanvas((state) => state.graph)
  const [stored] = useState(() => readStepRows(graph.nodes.get(node)?.data.inputs[input.name]))
  const [rows, setRows] = useState<readonly StepRow[]>(stored)
  const [mode, setMode] = useState<'table' | 'code'>('table')
  const [code, setCode] = useState('')
  const [values, setValues] = useState(() => lastValues(stored, store.getState().told.question))
  const [tried, setTried] = useState(false)

  const names = rows.map((row) => outputName(row, words.operations))
  const incomplete = names.indexOf('')
  const isBroken = mode === 'code' && readStepCode(code, rows) === undefined
  const deciding = Object.keys(values).length > 0 ? decidingRow(rows, values) : null
  const lost = lostSteps(graph, node, stored.length, rows)
  const nameOf = (step: string) => graph.nodes.get(step)?.data.label || step

  async function close() {
    const options = { title: canvas.discardTitle, confirmButtonName: canvas.discard, danger: true }
    if (rows === stored || (await confirm(options))) {
      onClose()
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (incomplete < 0 && !isBroken) {
      store
        .getState()
        .act({ name: 'edit', what: input.label }, (now, templates) =>
          saveStepRows(now, node, rows, templates),
        )
      onClose()
    }
  }

  return (
    <Dialog
      title={nodeLabel}
      description={words.text}
      size="xl"
      flush
      form={{ onSubmit, noValidate: true }}
      onClose={close}
      footer={
        <>
          <span className="expand-keys expand-first">{words.keys}</span>
          <Button variant="plain" color="neutral" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit">{words.save}</Button>
        </>
      }
    >
      <div className="condition-rooms">
        <div className="condition-main">
          <Tabs
            id={id}
            label={canvasFields.conditionTitle}
            value={mode}
            onChange={(next) => {
              setCode(writeStepCode(rows))
              setMode(next)
            }}
            options={[
              { value: 'table', label: canvasFields.conditionTable },
              { value: 'code', label: canvasFields.conditionCode },
            ]}
          >
            <ConditionHelp title={words.howTo} lines={words.help} />
            {mode === 'table' ? (
              <StepConditionTable
                rows={rows}
                names={names}
                deciding={deciding}
                incomplete={tried ? incomplete : -1}
                onChange={setRows}
              />
            ) : (
              <div className="condition-code">
                <div className="field-bar">JSON</div>
                <div className="field-editor">
                  <TextEditor
                    label={canvasFields.conditionCode}
                    language="json"
                    lineNumbers
                    value={code}
                    onText={(text) => {
                      setCode(text)
                      setRows(readStepCode(text, rows) ?? rows)
                    }}
                  />
                </div>
              </div>
            )}
          </Tabs>
          {tried && (incomplete >= 0 || isBroken) && (
            <p className="field-fault" role="alert">
              {isBroken ? words.notJson : words.incomplete(incomplete + 1)}
            </p>
          )}
          {mode === 'table' && <p className="panel-help">{words.greyNames}</p>}
          {lost.length > 0 && (
            <div className="lost-links" role="status" data-lost>
              <Unlink size={16} aria-hidden="true" />
              <p>
                <strong>{canvasFields.linksRemoved(lost.length)}</strong>{' '}
                {lost.map(({ target }) => nameOf(target)).join(', ')}
              </p>
            </div>
          )}
          <StepConditionTry
            rows={rows}
            names={names}
            values={values}
            deciding={deciding}
            onChange={setValues}
          />
        </div>
        <StepConditionSide
          graph={graph}
          node={node}
          label={nodeLabel}
          rows={rows}
          names={names}
          stored={stored.length}
          deciding={deciding}
        />
      </div>
    </Dialog>
  )
}

/** The question of the last run, where a row compares it. */
function lastValues(rows: readonly StepRow[], question: string | undefined): Record<string, string> {
  const known = variablesOf(rows).find(isQuestion)
  return known !== undefined && question ? { [known]: question } : {}
}
