import { type RefObject, useEffect, useId } from 'react'
import { credentialOf } from '#shared/flow-file.ts'
import type { PlacedInput } from '#shared/nodes.ts'
import { setCredential } from '../graph/edit.ts'
import { setField } from '../graph/field-values.ts'
import { isChanged, isMissing, useNodeData } from '../store/card-view.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** These fields store their values under other names, so they are never missing themselves. */
const stored: ReadonlySet<string> = new Set(['tabs', 'conditionFunction'])

/** The value of a node's field, and functions that change it. */
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
    missing: !stored.has(input.type) && isMissing(input, value),
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

/** Scrolls to a requested field and focuses it. */
export function useRequiredInputs(node: string, field: string, row: RefObject<HTMLElement | null>) {
  const store = useCanvasStore()
  const target = useCanvas((state) => state.target?.node === node && state.target.field === field)

  useEffect(() => {
    if (!target) {
      return undefined
    }
    // The canvas may still be moving to the node.
    const timer = setTimeout(() => {
      const control = row.current?.querySelector<HTMLElement>('textarea, input, button, [tabindex]')
      control?.focus({ preventScroll: true })
      row.current?.scrollIntoView?.({ block: 'nearest' })
      store.getState().put({ target: undefined })
    }, 320)
    return () => clearTimeout(timer)
  }, [target, row, store])
}
