import { useId } from 'react'
import { credentialOf } from '#shared/flow-file.ts'
import type { PlacedInput } from '#shared/nodes.ts'
import { resetInput, setCredential, setInput } from '../graph/edit.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { isChanged, isMissing } from './card-view.ts'
import { useNodeData } from './use-card.ts'

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
    missing: isMissing(input, value),
    changed: !isCredential && isChanged(input, value),
    onChange(next: unknown, typing?: boolean) {
      const { act } = store.getState()
      if (isCredential) {
        act(step, (graph) => setCredential(graph, node, String(next)))
      } else {
        act(
          step,
          (graph) => setInput(graph, node, input.name, next),
          typing ? `${node} ${input.name}` : undefined,
        )
      }
    },
    reset: () => store.getState().act(step, (graph) => resetInput(graph, node, input.name, input.default)),
    onExpand: () => store.getState().put({ expanded: { node, field: input.name } }),
  }
}
