import { Button } from '@mui/joy'
import { type FormEvent, useId, useState } from 'react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { TextEditor } from '#client/components/editor/text-editor.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { conditionNames, conditionOf } from '../fields/condition-field.tsx'
import { textOf } from '../fields/field-props.ts'
import { tabKey } from '../fields/tabs-field.tsx'
import {
  type Condition,
  conditionFaults,
  planOutputs,
  readConditionRows,
  saveCondition,
} from '../graph/condition.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { ConditionHelp } from './condition-help.tsx'
import { ConditionSide } from './condition-side.tsx'
import { ConditionTable } from './condition-table.tsx'
import type { FieldDialogProps } from './expand-dialog.tsx'
import { LostLinks } from './lost-links.tsx'
import './condition-dialog.css'

/** Where a flow goes on, and when: as a table or as code. Saving makes the ports of the node anew. */
export function ConditionDialog({ node, input, nodeLabel, onClose }: FieldDialogProps) {
  const { canvas, canvasFields, common } = useTexts()
  const id = useId()
  const store = useCanvasStore()
  const confirm = useConfirm()
  const [{ before, stored, graph }] = useState(() => readStored(store.getState(), node, input))
  const [mode, setMode] = useState(before.mode)
  const [rows, setRows] = useState(stored.rows)
  const [code, setCode] = useState(stored.code)
  const [tried, setTried] = useState(false)

  const after: Condition = mode === 'table' ? { mode, rows } : { mode, code }
  const faults = conditionFaults(after)
  const plan = planOutputs(graph, node, before, after)
  const names = conditionNames(input)
  const changed =
    JSON.stringify([mode, rows, code]) !== JSON.stringify([before.mode, stored.rows, stored.code])

  async function close() {
    const options = { title: canvas.discardTitle, confirmButtonName: canvas.discard, danger: true }
    if (!changed || (await confirm(options))) {
      onClose()
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (faults.length > 0) {
      return
    }
    store.getState().act({ name: 'edit', what: input.label }, (now, templates) =>
      saveCondition(
        now,
        node,
        {
          tabKey: tabKey(input, node),
          tableName: names.table?.name ?? 'conditionUI',
          codeName: names.code?.name ?? 'conditionFunction',
          before,
          after,
        },
        templates,
      ),
    )
    onClose()
  }

  const [fault] = tried ? faults : []
  return (
    <Dialog
      title={canvasFields.conditionTitle}
      description={`${nodeLabel} · ${node}`}
      size="xl"
      flush
      form={{ onSubmit, noValidate: true }}
      onClose={close}
      footer={
        <>
          <span className="expand-keys expand-first">{canvasFields.ctrlEnterSaves}</span>
          <Button variant="plain" color="neutral" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={fault !== undefined}>
            {common.save}
          </Button>
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
              setMode(next)
              setTried(false)
            }}
            options={[
              { value: 'table', label: canvasFields.conditionTable },
              { value: 'code', label: canvasFields.conditionCode },
            ]}
          >
            <ConditionHelp title={canvasFields.howToUse} lines={canvasFields.conditionHelp} />
            {mode === 'table' ? (
              <ConditionTable
                node={node}
                column={names.table?.datagrid?.find(({ field }) => field === 'variable')}
                rows={rows}
                faults={tried ? faults : []}
                onChange={setRows}
              />
            ) : (
              <ConditionCode
                label={names.code?.label ?? canvasFields.conditionCode}
                example={names.code?.codeExample}
                code={code}
                onChange={setCode}
              />
            )}
          </Tabs>
          {fault && (
            <p className="field-fault" role="alert">
              {canvasFields.conditionFaults[fault.name]}
            </p>
          )}
          <LostLinks graph={graph} before={before} plan={plan} />
        </div>
        <ConditionSide graph={graph} node={node} condition={after} plan={plan} />
      </div>
    </Dialog>
  )
}

type CodeProps = {
  label: string
  example: string | undefined
  code: string
  onChange: (code: string) => void
}

function ConditionCode({ label, example, code, onChange }: CodeProps) {
  const { canvasFields } = useTexts()
  return (
    <>
      <div className="condition-code">
        <div className="field-bar">
          JavaScript
          {example !== undefined && (
            <button type="button" className="link-button" onClick={() => onChange(example)}>
              {canvasFields.seeExample}
            </button>
          )}
        </div>
        <div className="field-editor">
          <TextEditor label={label} language="javascript" lineNumbers value={code} onText={onChange} />
        </div>
      </div>
      <p className="panel-help">{canvasFields.conditionCodeHelp}</p>
    </>
  )
}

type State = Pick<ReturnType<ReturnType<typeof useCanvasStore>['getState']>, 'graph'>

// Both ways of writing are read once: the other one stays as it is while one of them is edited.
function readStored({ graph }: State, node: string, input: FieldDialogProps['input']) {
  const inputs = graph.nodes.get(node)?.data.inputs ?? {}
  const { table, code } = conditionNames(input)
  return {
    graph,
    before: conditionOf(input, node, inputs),
    stored: {
      rows: readConditionRows(inputs[table?.name ?? '']),
      code: textOf(inputs[code?.name ?? '']),
    },
  }
}
