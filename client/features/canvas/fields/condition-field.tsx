import { GitFork } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { useNodeData } from '../card/card-view.ts'
import { conditionOutputs } from '../graph/condition.ts'
import { conditionOf } from './condition-input.ts'
import type { FieldProps } from './field-props.ts'
import { RawField } from './raw-field.tsx'

/** What decides where a flow goes on: edited in a dialog of its own, for it makes the ports of the node. */
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
      className="field-well field-choice nodrag"
      aria-labelledby={`${labelId} ${id}`}
      data-missing={outputs === 0 || undefined}
      onClick={onExpand}
    >
      <GitFork size={13} />
      <span>{canvasFields.editCondition(outputs ?? 0)}</span>
    </button>
  )
}
