import { type RefObject, useEffect, useId } from 'react'
import { type ComponentConfig, configKey, newConfig, readConfig } from '#shared/component-config.ts'
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
  const storedConfig = useNodeData(node, ({ inputs }) =>
    input.loadConfig ? inputs[configKey(input.name)] : undefined,
  )
  const step = { name: 'edit' as const, what: input.label }

  function set(changes: Readonly<Record<string, unknown>>, merge?: string) {
    const { act, history } = store.getState()
    act(
      step,
      (graph, templates) =>
        Object.entries(changes).reduce(
          (before, [name, next]) => setField(before, node, name, next, { templates, history }),
          graph,
        ),
      merge,
    )
  }

  /** The settings of the component before this one return with an undo. */
  function choose(component: string) {
    const { name } = input
    store.getState().withTemplates([component], () => {
      const template = store.getState().templates.get(component)
      set({ [name]: component, [configKey(name)]: newConfig(name, component, template) })
    })
  }

  return {
    value,
    id: `${id}field`,
    labelId: `${id}label`,
    missing: !stored.has(input.type) && isMissing(input, value),
    changed: !isCredential && isChanged(input, value),
    onChange(next: unknown, typing?: boolean) {
      if (isCredential) {
        store.getState().act(step, (graph) => setCredential(graph, node, String(next)))
      } else if (input.loadConfig) {
        choose(String(next))
      } else {
        set({ [input.name]: next }, typing ? `${node} ${input.name}` : undefined)
      }
    },
    ...(input.loadConfig && {
      config: readConfig({ [configKey(input.name)]: storedConfig }, input.name),
      onConfig: (config: ComponentConfig, typing?: boolean) =>
        set({ [configKey(input.name)]: config }, typing ? `${node} ${configKey(input.name)}` : undefined),
    }),
    reset() {
      set({ [input.name]: input.default ?? '' })
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
