import { Unlink } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { type Condition, conditionOutputs, type OutputChange } from '../graph/condition.ts'
import { camelName } from '../graph/condition-code.ts'
import type { Graph } from '../graph/flow-graph.ts'
import { labelIn } from '../graph/labels.ts'

/** Before saving: the links that will be gone, and those that follow a new name. */
export function LostLinks({ graph, before, plan }: { graph: Graph; before: Condition; plan: OutputChange }) {
  const { canvasFields } = useTexts()
  const { lost, renamed } = plan
  const labels = conditionOutputs(before)
  const moved = [...renamed].map(([name, label]) => ({
    old: labels.find((each) => camelName(each) === name) ?? name,
    label,
  }))
  if (lost.length + moved.length === 0) {
    return null
  }
  const nameOf = (id: string) => labelIn(graph, id)
  return (
    <div className="lost-links" role="status" data-lost={lost.length > 0 || undefined}>
      <Unlink size={16} aria-hidden="true" />
      <p>
        {lost.length > 0 && <strong>{canvasFields.linksRemoved(lost.length)} </strong>}
        {lost.map(({ output, target }) => canvasFields.outputGone(output, nameOf(target))).join(' ')}{' '}
        {moved.map(({ old, label }) => canvasFields.outputRenamed(old, label)).join(' ')}
      </p>
    </div>
  )
}
