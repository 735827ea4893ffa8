import { useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { parseJson } from '#shared/json.ts'
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
import { ConditionCode, ConditionFrame, type ConditionMode } from './condition-frame.tsx'
import type { FieldDialogProps } from './dialogs.tsx'
import { StepConditionSide, TryStepCondition } from './step-condition-side.tsx'
import { StepConditionTable } from './step-condition-table.tsx'

/** The conditions of an agent flow's step. Each row makes an output; the first row that holds decides. */
export function StepConditionDialog({ node, input, nodeLabel, onClose }: FieldDialogProps) {
  const { agent, canvasFields } = useTexts()
  const words = agent.condition
  const store = useCanvasStore()
  const graph = useCanvas((state) => state.graph)
  const [stored] = useState(() => readStepRows(graph.nodes.get(node)?.data.inputs[input.name]))
  const [rows, setRows] = useState<readonly StepRow[]>(stored)
  const [mode, setMode] = useState<ConditionMode>('table')
  const [code, setCode] = useState('')
  const [values, setValues] = useState(() => lastValues(stored, store.getState().reported.question))
  const [tried, setTried] = useState(false)

  const names = rows.map((row) => outputName(row, words.operations))
  const incomplete = names.indexOf('')
  const isBroken = mode === 'code' && readStepCode(code, rows) === undefined
  const error = isBroken ? words.notJson : incomplete >= 0 ? words.incomplete(incomplete + 1) : undefined
  const deciding = Object.keys(values).length > 0 ? decidingRow(rows, values) : null
  const lost = lostSteps(graph, node, stored.length, rows)
  const targets = lost.map(({ target }) => graph.nodes.get(target)?.data.label || target)

  function save() {
    setTried(true)
    if (error === undefined) {
      store
        .getState()
        .act({ name: 'edit', what: input.label }, (now, templates) =>
          saveStepRows(now, node, rows, templates),
        )
      onClose()
    }
  }

  return (
    <ConditionFrame
      title={nodeLabel}
      description={words.text}
      help={{ title: words.howTo, lines: words.help }}
      mode={mode}
      onMode={(next) => {
        setCode(writeStepCode(rows))
        setMode(next)
      }}
      error={tried ? error : undefined}
      links={lost.length > 0 ? { lost: lost.length, text: targets.join(', ') } : undefined}
      tryIt={{
        place: 'main',
        content: <TryStepCondition {...{ rows, names, values, deciding }} onChange={setValues} />,
      }}
      side={
        <StepConditionSide
          {...{ graph, node, rows, names, deciding }}
          label={nodeLabel}
          stored={stored.length}
        />
      }
      footer={{ keys: words.keys, save: words.save }}
      isChanged={rows !== stored}
      onSave={save}
      onClose={onClose}
    >
      {mode === 'table' ? (
        <>
          <StepConditionTable
            {...{ rows, names, deciding }}
            incomplete={tried ? incomplete : -1}
            onChange={setRows}
          />
          <p className="panel-help text-12 line-16 text-tertiary margin-4-0-0">{words.greyNames}</p>
        </>
      ) : (
        <ConditionCode
          label={canvasFields.conditionCode}
          language="json"
          code={code}
          onChange={(text) => {
            setCode(text)
            setRows(readStepCode(text, rows) ?? rows)
          }}
        />
      )}
    </ConditionFrame>
  )
}

/** The question of the last run, if a row compares it. */
function lastValues(rows: readonly StepRow[], question: string | undefined): Record<string, string> {
  const known = variablesOf(rows).find(isQuestion)
  return known !== undefined && question ? { [known]: question } : {}
}

function writeStepCode(rows: readonly StepRow[]): string {
  const plain = rows.map(({ type, value1, operation, value2, output }) => ({
    type,
    value1,
    operation,
    value2,
    ...(output !== '' && { output }),
  }))
  return JSON.stringify(plain, undefined, 2)
}

/** Rows keep their links by index; undefined while the text is not a list. */
function readStepCode(text: string, before: readonly StepRow[]): StepRow[] | undefined {
  const parsed = parseJson(text)
  if (!Array.isArray(parsed)) {
    return undefined
  }
  return readStepRows(parsed).map(({ was: _, rest: __, ...row }, place) => {
    const { was, rest, key } = before[place] ?? { was: undefined, rest: undefined, key: place }
    return {
      ...row,
      ...(was !== undefined && { was }),
      ...(rest && { rest }),
      ...(key !== undefined && { key }),
    }
  })
}
