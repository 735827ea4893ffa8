import { useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { camelName } from '#shared/condition-rules.ts'
import { conditionNames, conditionOf, tabKey } from '../fields/fields.ts'
import {
  type Condition,
  conditionIssues,
  conditionOutputs,
  type OutputChange,
  planOutputs,
  readConditionRows,
  saveCondition,
} from '../graph/condition.ts'
import { textOf } from '../graph/field-values.ts'
import type { Graph } from '../graph/flow-graph.ts'
import { labelIn } from '../graph/flow-graph.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { ConditionCode, ConditionFrame } from './condition-frame.tsx'
import { ConditionOutputs, TryCondition } from './condition-side.tsx'
import { ConditionTable } from './condition-table.tsx'
import type { FieldDialogProps } from './dialogs.tsx'

/** The condition of a chat flow's node, as a table or as code. Saving replaces the node's outputs. */
export function ConditionDialog({ node, input, nodeLabel, onClose }: FieldDialogProps) {
  const { canvasFields, common } = useTexts()
  const store = useCanvasStore()
  const [{ before, stored, graph }] = useState(() => readStored(store.getState(), node, input))
  const [mode, setMode] = useState(before.mode)
  const [rows, setRows] = useState(stored.rows)
  const [code, setCode] = useState(stored.code)
  const [tried, setTried] = useState(false)

  const after: Condition = mode === 'table' ? { mode, rows } : { mode, code }
  const issues = conditionIssues(after)
  const [issue] = tried ? issues : []
  const plan = planOutputs(graph, node, before, after)
  const names = conditionNames(input)

  function save() {
    setTried(true)
    if (issues.length > 0) {
      return
    }
    const targets = {
      tabKey: tabKey(input, node),
      tableName: names.table?.name ?? 'conditionUI',
      codeName: names.code?.name ?? 'conditionFunction',
      before,
      after,
    }
    store
      .getState()
      .act({ name: 'edit', what: input.label }, (now, templates) =>
        saveCondition(now, node, targets, templates),
      )
    onClose()
  }

  return (
    <ConditionFrame
      title={canvasFields.conditionTitle}
      description={`${nodeLabel} · ${node}`}
      help={{ title: canvasFields.howToUse, lines: canvasFields.conditionHelp }}
      mode={mode}
      onMode={(next) => {
        setMode(next)
        setTried(false)
      }}
      error={issue && canvasFields.conditionIssues[issue.name]}
      links={useLinkChanges(graph, before, plan)}
      tryIt={{ place: 'side', content: <TryCondition condition={after} /> }}
      side={<ConditionOutputs graph={graph} node={node} condition={after} plan={plan} />}
      footer={{ keys: canvasFields.ctrlEnterSaves, save: common.save }}
      isChanged={
        JSON.stringify([mode, rows, code]) !== JSON.stringify([before.mode, stored.rows, stored.code])
      }
      onSave={save}
      onClose={onClose}
    >
      {mode === 'table' ? (
        <ConditionTable
          node={node}
          column={names.table?.datagrid?.find(({ field }) => field === 'variable')}
          rows={rows}
          issues={tried ? issues : []}
          onChange={setRows}
        />
      ) : (
        <>
          <ConditionCode
            label={names.code?.label ?? canvasFields.conditionCode}
            language="javascript"
            example={names.code?.codeExample}
            code={code}
            onChange={setCode}
          />
          <p className="panel-help text-12 line-16 text-tertiary margin-4-0-0">
            {canvasFields.conditionCodeHelp}
          </p>
        </>
      )}
    </ConditionFrame>
  )
}

/** Links that saving removes, and outputs whose links follow a new name. */
function useLinkChanges(graph: Graph, before: Condition, { lost, renamed }: OutputChange) {
  const { canvasFields } = useTexts()
  if (lost.length + renamed.size === 0) {
    return undefined
  }
  const labels = conditionOutputs(before)
  const sentences = [
    ...lost.map(({ output, target }) => canvasFields.outputGone(output, labelIn(graph, target))),
    ...[...renamed].map(([name, label]) =>
      canvasFields.outputRenamed(labels.find((each) => camelName(each) === name) ?? name, label),
    ),
  ]
  return { lost: lost.length, text: sentences.join(' ') }
}

type State = Pick<ReturnType<ReturnType<typeof useCanvasStore>['getState']>, 'graph'>

// Table and code are read once: the other one stays as it is while one of them is edited.
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
