import { ChevronRight } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { useConnectModel } from '#client/components/connect-model.ts'
import { RequiredStar } from '#client/components/required-star.tsx'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import type { OutputAnchor, PlacedInput } from '#shared/nodes.ts'
import { Field, useParam, useRequiredInputs } from '../fields/fields.ts'
import { setOutput } from '../graph/edit.ts'
import { removeNodes } from '../graph/remove.ts'
import { chosenOption, keyOfInput, typesOf } from '../graph/shape.ts'
import { Choice } from '../popups/popups.ts'
import { useCardView, useNodeData } from '../store/card-view.ts'
import { linkKey } from '../store/derive.ts'
import { portLook } from '../store/linking.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { AnchorRow } from './anchor-row.tsx'
import { outputLabel, Port } from './port.tsx'

/** Everything below the head of a card at full zoom. */
export function CardBody({ id }: { id: string }) {
  const unknown = useCardView(id, ({ shape }) => !shape.template)
  const isDefault = useCardView(id, ({ shape }) => shape.template?.name === 'chatDefault')
  const anchors = useCardView(id, (view) => view.anchors)
  const params = useCardView(id, (view) => view.params)
  return (
    <>
      {unknown && <MissingKind id={id} />}
      <div className="node-rows">
        {anchors.map((input) => (
          <AnchorRow key={input.id} node={id} input={input} />
        ))}
        {params.map((input) => (
          <ParamRow key={keyOfInput(input)} node={id} input={input} />
        ))}
        {isDefault && <CurrentModel />}
        <MoreSettings id={id} />
      </div>
      <OutputRows node={id} />
    </>
  )
}

function MoreSettings({ id }: { id: string }) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const total = useCardView(id, ({ more }) => more.length)
  const changed = useCardView(id, (view) => view.changed)
  if (total === 0) {
    return null
  }
  return (
    <button
      type="button"
      className="node-more nodrag plain-button row border-box gap-4 full-width text-12 text-tertiary dark-on-hover height-28"
      onClick={() => {
        store.getState().select([id])
        const { moreSettings, put } = store.getState()
        put({ dock: 'inspector', moreSettings: new Map(moreSettings).set(id, true) })
      }}
    >
      <ChevronRight size={14} />
      {nodes.moreSettings}
      <span className="pushed-right code-11">{changed > 0 ? nodes.changedOf(changed, total) : total}</span>
    </button>
  )
}

/** A node type the server does not know: it can be kept, replaced or removed. */
function MissingKind({ id }: { id: string }) {
  const { board, nodes } = useTexts()
  const store = useCanvasStore()
  const name = useNodeData(id, (data) => data.name) ?? ''
  const [stored, setStored] = useState(false)
  if (stored) {
    return null
  }
  return (
    <div
      className="node-missing flex gap-12 text-12 line-16 backdrop-level1 round-6 pad-6-10"
      title={nodes.missingKindText(name)}
    >
      <strong className="grows">{nodes.missingKind}</strong>
      <button type="button" className="link-button nodrag" onClick={() => setStored(true)}>
        {nodes.keep}
      </button>
      <button
        type="button"
        className="link-button nodrag"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          store.getState().put({ replaceList: { node: id, at: { x: left, y: bottom + 4 } } })
        }}
      >
        {board.replaceMenu}
      </button>
      <button
        type="button"
        className="link-button nodrag"
        onClick={() =>
          store
            .getState()
            .act({ name: 'delete', count: 1, what: name }, (graph, templates) =>
              removeNodes(graph, [id], templates),
            )
        }
      >
        {nodes.remove}
      </button>
    </div>
  )
}

/** Names the current model on the default model's card. */
function CurrentModel() {
  const { nodes, common } = useTexts()
  const connect = useConnectModel()
  const current = useDefaultModel()
  if (!current) {
    return null
  }
  return (
    <p className="node-current-model flex wraps spread text-12 line-16 text-secondary">
      <span className="monospace breaks-anywhere" title={current.providerLabel}>
        {nodes.currentModel(current.model)}
      </span>
      {connect && current.isDemo && (
        <button type="button" className="text-link nodrag" onClick={connect}>
          {common.connectModel}
        </button>
      )}
    </p>
  )
}

/** A field on a card, edited in place. */
export const ParamRow = memo(function ParamRow({ node, input }: { node: string; input: PlacedInput }) {
  const { nodes } = useTexts()
  const { missing, changed, reset: _, ...field } = useParam(node, input)
  const label = input.type === 'credential' ? nodes.credential : input.label
  const row = useRef<HTMLDivElement>(null)
  useRequiredInputs(node, input.name, row)

  return (
    <div
      className="node-row param nodrag row gap-8 relative min-height-32"
      data-editor={input.type}
      ref={row}
    >
      {input.acceptVariable && <TextPort node={node} input={input} />}
      <label className="row-label inline-row gap-6 rigid text-secondary one-line" htmlFor={field.id}>
        <span className="clips ellipsis" id={field.labelId} title={label}>
          {label}
        </span>
        {missing && <RequiredStar />}
        {changed && <i className="changed rigid circle" role="img" aria-label={nodes.changed} />}
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
function OutputRows({ node }: { node: string }) {
  const outputs = useCardView(node, ({ shape }) => shape.outputs)
  if (outputs.length === 0) {
    return null
  }
  return (
    <div className="node-outs line-above">
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
  const anchors = options.filter((option) => 'isAnchor' in option && option.isAnchor === true)
  return anchors.length > 0 ? (
    anchors.map((anchor) => <OutputRow key={anchor.id} node={node} port={anchor} />)
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
  const label = outputLabel(port, common)
  return (
    <div
      className="node-row out medium at-end row gap-8 relative min-height-28"
      data-look={look}
      data-port={port.id}
    >
      {label.kind && <small>{label.kind}</small>}
      {children ?? <span title={port.label}>{label.label}</span>}
      <Port node={node} id={port.id} side="out" kind={kind} label={port.label} open={!given} />
    </div>
  )
}
