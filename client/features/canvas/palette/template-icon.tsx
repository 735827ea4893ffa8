import type { Kind } from '#shared/kinds.ts'
import { isStepKind, lookOfStep } from '../agent/step-kinds.ts'
import { NodeIcon } from '../card/node-icon.tsx'

/** The drawing of a kind of node, or of a step, which the server knows nothing of. */
export function TemplateIcon({ name, kind }: { name: string; kind: Kind }) {
  if (!isStepKind(name)) {
    return <NodeIcon name={name} kind={kind} />
  }
  const { icon: Icon } = lookOfStep(name)
  return (
    <span className="node-icon" aria-hidden="true">
      <Icon size={16} strokeWidth={1.75} />
    </span>
  )
}
