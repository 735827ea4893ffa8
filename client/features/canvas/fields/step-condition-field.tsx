import { GitFork } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { FieldProps } from './field-props.ts'
import { readRecords } from './rows.ts'

/** The conditions of a step make its outputs, so they are edited in a dialog that keeps its links. */
export function StepConditionField({ id, labelId, node, value, input }: FieldProps & { node: string }) {
  const { agent } = useTexts()
  const store = useCanvasStore()
  return (
    <button
      id={id}
      type="button"
      className="field-well field-choice nodrag"
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
