import { type RefObject, useEffect, useId } from 'react'
import { credentialOf } from '#shared/flow-file.ts'
import type { PlacedInput } from '#shared/nodes.ts'
import { setField } from '../fields/dropped-values.ts'
import { setCredential } from '../graph/edit.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { isChanged, isMissing, useNodeData } from './card-view.ts'

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

/** Brings the field that a problem names into view and gives it the focus, once it is on the screen. */
export function useWanted(node: string, field: string, row: RefObject<HTMLElement | null>) {
  const store = useCanvasStore()
  const wanted = useCanvas((state) => state.wanted?.node === node && state.wanted.field === field)

  useEffect(() => {
    if (!wanted) {
      return undefined
    }
    // Wherever it is, the canvas has first to be moved there.
    const timer = setTimeout(() => {
      const control = row.current?.querySelector<HTMLElement>('textarea, input, button, [tabindex]')
      control?.focus({ preventScroll: true })
      row.current?.scrollIntoView?.({ block: 'nearest' })
      store.getState().put({ wanted: undefined })
    }, 320)
    return () => clearTimeout(timer)
  }, [wanted, row, store])
}
