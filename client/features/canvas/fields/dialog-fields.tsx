import { GitFork, Link2 } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { readRecords } from '#shared/json.ts'
import type { TemplateInput } from '#shared/nodes.ts'
import { type Condition, conditionOutputs, readConditionRows } from '../graph/condition.ts'
import { namesOf, textOf } from '../graph/field-values.ts'
import { useNodeData } from '../store/card-view.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { FieldProps } from './field-props.ts'
import { RawField } from './simple-fields.tsx'
import { chosenTab, tabKey } from './tabs-field.tsx'

/** A condition, edited in a dialog because it determines the node's output ports. */
export function ConditionField(props: FieldProps) {
  return props.node === undefined ? <RawField {...props} /> : <NodeCondition {...props} node={props.node} />
}

function NodeCondition({ input, id, labelId, node, onExpand }: FieldProps & { node: string }) {
  const { canvasFields } = useTexts()
  const outputs = useNodeData(node, ({ inputs }) => {
    const condition = conditionOf(input, node, inputs)
    const isEmpty = condition.mode === 'table' ? condition.rows.length === 0 : condition.code.trim() === ''
    return isEmpty ? 0 : conditionOutputs(condition).length
  })
  return (
    <button
      id={id}
      type="button"
      className="field-well field-choice nodrag row gap-6 grows shrinks text-primary borderless round-4 pressable body-13 text-left"
      aria-labelledby={`${labelId} ${id}`}
      data-missing={outputs === 0 || undefined}
      onClick={onExpand}
    >
      <GitFork size={13} />
      <span>{canvasFields.editCondition(outputs ?? 0)}</span>
    </button>
  )
}

/** The conditions of a step define its outputs, so they are edited in a dialog that updates its links. */
export function StepConditionField({ id, labelId, node, value, input }: FieldProps & { node: string }) {
  const { agent } = useTexts()
  const store = useCanvasStore()
  return (
    <button
      id={id}
      type="button"
      className="field-well field-choice nodrag row gap-6 grows shrinks text-primary borderless round-4 pressable body-13 text-left"
      aria-labelledby={`${labelId} ${id}`}
      onClick={() => store.getState().put({ expanded: { node, field: input.name } })}
    >
      <GitFork size={13} />
      <span>{agent.condition.button(readRecords(value).length + 1)}</span>
    </button>
  )
}

export function isStepCondition({ name, type }: { name: string; type: string }, node: string | undefined) {
  return type === 'array' && name === 'conditions' && node?.startsWith('conditionAgentflow') === true
}

export function conditionNames(input: TemplateInput) {
  const tabs = input.tabs ?? []
  return {
    table: tabs.find(({ type }) => type === 'datagrid'),
    code: tabs.find(({ type }) => type === 'code'),
  }
}

export function conditionOf(
  input: TemplateInput,
  node: string,
  inputs: Readonly<Record<string, unknown>>,
): Condition {
  const { table, code } = conditionNames(input)
  const chosen = chosenTab(input, inputs[tabKey(input, node)])
  return chosen !== undefined && chosen.name === code?.name
    ? { mode: 'code', code: textOf(inputs[code.name]) }
    : { mode: 'table', rows: readConditionRows(inputs[table?.name ?? '']) }
}

/** Flowise's name of the input with the pages a scraper reads. */
export const linksInput = 'selectedLinks'

export function LinksField({ input, value, id, describedBy, onExpand }: FieldProps) {
  const { links: texts } = useTexts().canvasTools
  const count = namesOf(value).length
  const words = count > 0 ? texts.count(count) : texts.open
  return (
    <button
      type="button"
      id={id}
      className="field-well links-field nodrag row gap-6 grows shrinks text-primary borderless round-4 pressable body-13 text-left"
      aria-label={`${input.label}: ${words}`}
      aria-describedby={describedBy}
      onClick={onExpand}
    >
      <Link2 size={14} aria-hidden="true" />
      {words}
    </button>
  )
}
