import { SegmentedControl } from '#client/components/segmented-control.tsx'
import type { PlacedInput, TemplateInput } from '#shared/nodes.ts'
import { setInput } from '../graph/edit.ts'
import { Choice } from '../popups/popups.ts'
import { useNodeData } from '../store/card-view.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { FieldProps } from './field-props.ts'
import { RawField } from './simple-fields.tsx'
import { useParam } from './use-param.ts'

/** Several editors for one value, one of them in use. The others keep their content. */
export function TabsField(props: FieldProps) {
  const { node, input } = props
  const [first] = input.tabs ?? []
  return node === undefined || !first ? (
    <RawField {...props} />
  ) : (
    <NodeTabs {...props} node={node} first={first} />
  )
}

function NodeTabs({
  input,
  node,
  place,
  first,
  render,
}: FieldProps & { node: string; first: TemplateInput }) {
  const store = useCanvasStore()
  const tabs = input.tabs ?? []
  const key = tabKey(input, node)
  const stored = useNodeData(node, ({ inputs }) => inputs[key])
  const chosen = chosenTab(input, stored) ?? first

  function choose(name: string) {
    store.getState().act({ name: 'edit', what: input.label }, (graph) => setInput(graph, node, key, name))
  }

  return (
    <span className="field-tabs stack gap-6 grows shrinks">
      {place === 'card' ? (
        <Choice label={input.label} options={tabs} chosen={[chosen.name]} onPick={choose}>
          {chosen.label}
        </Choice>
      ) : (
        <SegmentedControl
          label={input.label}
          value={chosen.name}
          options={tabs.map(({ name, label }) => ({ value: name, label }))}
          onChange={choose}
        />
      )}
      <TabValue key={chosen.name} node={node} input={placed(chosen, node)} place={place} render={render} />
    </span>
  )
}

type ValueProps = { node: string; input: PlacedInput } & Pick<FieldProps, 'place' | 'render'>

function TabValue({ node, input, place, render }: ValueProps) {
  const { missing: _, changed: __, reset: ___, ...field } = useParam(node, input)
  return (
    <>
      <span id={field.labelId} className="visually-hidden">
        {input.label}
      </span>
      {render?.({ input, node, place, ...field })}
    </>
  )
}

function placed(tab: TemplateInput, node: string): PlacedInput {
  return { ...tab, id: `${node}-input-${tab.name}-${tab.type}` }
}

/** Key under which flow files store the chosen tab. */
export function tabKey({ tabIdentifier = '' }: TemplateInput, node: string): string {
  return `${tabIdentifier}_${node}`
}

/** The stored tab, else the default, else the first. */
export function chosenTab(
  { tabs = [], default: defaults }: TemplateInput,
  stored: unknown,
): TemplateInput | undefined {
  return tabs.find(({ name }) => name === stored) ?? tabs.find(({ name }) => name === defaults) ?? tabs[0]
}
