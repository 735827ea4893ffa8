import { useId } from 'react'
import { credentialOf } from '#shared/flow-file.ts'
import type { PlacedInput } from '#shared/nodes.ts'
import { setField } from '../fields/dropped-values.ts'
import { setCredential } from '../graph/edit.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { isChanged, isMissing } from './card-view.ts'
import { useNodeData } from './use-card.ts'

/** What is filled in stands under other names: such a field itself is never empty or full. */
const kept: ReadonlySet<string> = new Set(['tabs', 'conditionFunction'])

/** One field of one node: what stands in it, and the one way to change that. */
export function useParam(node: string, input: PlacedInput) {
  const store = useCanvasStore()
  const id = useId()
  const isCredential = input.type === 'credential'
  const value = useNodeData(node, (data) => (isCredential ? credentialOf(data) : data.inputs[input.name]))
  const step = { name: 'edit' as const, what: input.label }

  return {
    value,
    id: `${id}field`,
    labelId: `${id}label`,
    missing: !kept.has(input.type) && isMissing(input, value),
    changed: !isCredential && isChanged(input, value),
    onChange(next: unknown, typing?: boolean) {
      const { act, history } = store.getState()
      if (isCredential) {
        act(step, (graph) => setCredential(graph, node, String(next)))
      } else {
        act(
          step,
          (graph, templates) => setField(graph, node, input.name, next, { templates, history }),
          typing ? `${node} ${input.name}` : undefined,
        )
      }
    },
    reset() {
      const { act, history } = store.getState()
      act(step, (graph, templates) =>
        setField(graph, node, input.name, input.default ?? '', { templates, history }),
      )
    },
    onExpand: () => store.getState().put({ expanded: { node, field: input.name } }),
  }
}
