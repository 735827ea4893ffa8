import { memo, useRef } from 'react'
import { RequiredStar } from '#client/components/required-star.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import type { OutputAnchor, PlacedInput } from '#shared/nodes.ts'
import { Field } from '../fields/field.tsx'
import { setOutput } from '../graph/edit.ts'
import { chosenOption, typesOf } from '../graph/shape.ts'
import { Choice } from '../popups/choice.tsx'
import { linkKey } from '../store/derive.ts'
import { portLook } from '../store/linking.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { useCardView, useNodeData } from './card-view.ts'
import { outputLabel, Port } from './port.tsx'
import { useParam, useRequiredInputs } from './use-param.ts'

/** A field on a card, edited in place. */
export const ParamRow = memo(function ParamRow({ node, input }: { node: string; input: PlacedInput }) {
  const { nodes } = useTexts()
  const { missing, changed, reset: _, ...field } = useParam(node, input)
  const label = input.type === 'credential' ? nodes.credential : input.label
  const row = useRef<HTMLDivElement>(null)
  useRequiredInputs(node, input.name, row)

  return (
    <div className="node-row param nodrag" data-editor={input.type} ref={row}>
      {input.acceptVariable && <TextPort node={node} input={input} />}
      <label className="row-label" htmlFor={field.id}>
        <span id={field.labelId} title={label}>
          {label}
        </span>
        {missing && <RequiredStar />}
        {changed && <i className="changed" role="img" aria-label={nodes.changed} />}
      </label>
      <Field input={input} node={node} place="card" {...field} />
    </div>
  )
})

/** A text that accepts another node's output has a port. */
function TextPort({ node, input }: { node: string; input: PlacedInput }) {
  const linked = useCanvasOf(node, (state) => state.links.has(linkKey(node, input.name)))
  return <Port node={node} id={input.id} side="in" kind="value" label={input.label} open={!linked} />
}

/** A node's outputs, one row each. */
export function OutputRows({ node }: { node: string }) {
  const outputs = useCardView(node, ({ shape }) => shape.outputs)
  if (outputs.length === 0) {
    return null
  }
  return (
    <div className="node-outs">
      {outputs.map((output) => (
        <Output key={output.name} node={node} output={output} />
      ))}
    </div>
  )
}

function Output({ node, output }: { node: string; output: OutputAnchor }) {
  const options = output.options ?? []
  if (options.length === 0) {
    return <OutputRow node={node} port={output} />
  }
  const ways = options.filter((option) => 'isAnchor' in option && option.isAnchor === true)
  return ways.length > 0 ? (
    ways.map((way) => <OutputRow key={way.id} node={node} port={way} />)
  ) : (
    <ChosenOutput node={node} output={output} />
  )
}

/** One of several outputs: the port has the kind of the chosen one. */
function ChosenOutput({ node, output }: { node: string; output: OutputAnchor }) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const port = useNodeData(node, (data) => chosenOption(output, data))
  if (!port) {
    return null
  }
  return (
    <OutputRow node={node} port={port}>
      <Choice
        label={nodes.output}
        options={output.options ?? []}
        chosen={[port.name]}
        className="output-choice"
        onPick={(name) =>
          store
            .getState()
            .act({ name: 'output', what: port.label }, (graph, templates) =>
              setOutput(graph, node, output.name, name, templates),
            )
        }
      >
        {port.label}
      </Choice>
    </OutputRow>
  )
}

function OutputRow({
  node,
  port,
  children,
}: {
  node: string
  port: OutputAnchor
  children?: React.ReactNode
}) {
  const { common } = useTexts()
  const given = useCanvasOf(node, (state) => state.given.has(port.id))
  const look = useCanvasOf(node, (state) => portLook(state.linking, { node, handle: port.id, side: 'out' }))
  const kind = kindOf(typesOf(port))
  const said = outputLabel(port, common)
  return (
    <div className="node-row out" data-look={look} data-port={port.id}>
      {said.kind && <small>{said.kind}</small>}
      {children ?? <span title={port.label}>{said.label}</span>}
      <Port node={node} id={port.id} side="out" kind={kind} label={port.label} open={!given} />
    </div>
  )
}
