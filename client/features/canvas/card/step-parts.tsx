import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import '../agent/agent.css'
import { Ellipsis, Plus } from 'lucide-react'
import { useReactFlow } from 'reactflow'
import { useShallow } from 'zustand/react/shallow'
import { isStart } from '../agent/control-links.ts'
import { type Branch, branchesOf, chipsOf, kindNameOf, lookOfStep } from '../agent/step-view.ts'
import { outputPorts, typesOf } from '../graph/shape.ts'
import { outputName } from '../graph/step-condition.ts'
import { useMeasuredPorts } from '../painting/painting.tsx'
import { useCardView, useNodeData } from '../store/card-view.ts'
import { useCanvas, useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { shownVisits } from '../store/visits.ts'
import { NodeName } from './card-head.tsx'
import { Port } from './port.tsx'
import { RunFooter } from './run-footer.tsx'
import { VisitChooser } from './visit-chooser.tsx'

const MAX_CHIPS = 6

export function StepParts({ id }: { id: string }) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const name = useNodeData(id, (data) => data.name) ?? ''
  const kindName = useNodeData(id, kindNameOf) ?? ''
  const label = useNodeData(id, nodeLabel)
  const chips = useCanvasOf(id, useShallowChips(id))
  const ins = useCardView(id, ({ anchors }) => anchors)
  const start = useCanvasOf(id, ({ graph }) => isStart(graph.nodes.get(id)))
  const outs = useOutputs(id)
  useMeasuredPorts(id, `${outs.map((port) => port.id).join(' ')} ${chips.length}`)
  const { icon: Icon } = lookOfStep(name)

  function openMenu(at: Element) {
    const { left, bottom } = at.getBoundingClientRect()
    store.getState().put({ nodeMenu: { node: id, at: { x: left, y: bottom } } })
  }

  return (
    <>
      {!start &&
        ins.map((input) => (
          <Port
            key={input.id}
            node={id}
            id={input.id}
            side="in"
            kind={kindOf(typesOf(input))}
            label={input.label}
            open={false}
          />
        ))}
      <header className="step-head row gap-10 relative">
        <span className="step-icon centered rigid round-6 height-26">
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <span className="node-title grid grows shrinks">
          <NodeName id={id} />
          {kindName !== label && <small className="truncate text-12 line-16 text-tertiary">{kindName}</small>}
        </span>
        <button
          type="button"
          className="icon-button nodrag"
          aria-label={nodes.menu}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => openMenu(currentTarget)}
        >
          <Ellipsis size={15} />
        </button>
      </header>
      {chips.length > 0 && (
        <ul className="step-chips flex wraps gap-4 unlisted">
          {chips.slice(0, MAX_CHIPS).map((chip) => {
            const [kind = 'value', text = ''] = splitChip(chip)
            return (
              <li
                className="inline-row line-20 text-secondary backdrop-level1 round-4 height-20 at-most-full"
                key={chip}
                title={text}
              >
                <KindGlyph kind={kind} size={10} silent />
                <span className="truncate">{text}</span>
              </li>
            )
          })}
          {chips.length > MAX_CHIPS && (
            <li className="inline-row line-20 text-secondary backdrop-level1 round-4 height-20 at-most-full">
              +{chips.length - MAX_CHIPS}
            </li>
          )}
        </ul>
      )}
      <Ways id={id} />
      <StepVisits id={id} />
      <RunFooter id={id} />
    </>
  )
}

function StepVisits({ id }: { id: string }) {
  const isVisitedAgain = useCanvasOf(
    id,
    ({ visits, chosenVisits }) => shownVisits(id, visits, chosenVisits).keys.length > 1,
  )
  return isVisitedAgain ? (
    <div className="step-visits flex line-above">
      <VisitChooser id={id} />
    </div>
  ) : null
}

type ChipKind = Parameters<typeof KindGlyph>[0]['kind']

// Serialized, so that equal chips compare as equal.
function useShallowChips(id: string) {
  return useShallow(({ graph, summaries }: Parameters<Parameters<typeof useCanvasOf<string[]>>[1]>[0]) => {
    const node = graph.nodes.get(id)
    return node
      ? chipsOf(node, (name) => summaries.get(name)?.label ?? name).map(({ kind, text }) => `${kind} ${text}`)
      : []
  })
}

function splitChip(chip: string): [ChipKind, string] {
  const at = chip.indexOf(' ')
  return [chip.slice(0, at) as ChipKind, chip.slice(at + 1)]
}

function useOutputs(id: string) {
  return useCardView(id, ({ shape }, { graph }) => {
    const node = graph.nodes.get(id)
    return node && node.data.hideOutput !== true ? outputPorts(shape, node.data) : []
  })
}

function Ways({ id }: { id: string }) {
  const outs = useOutputs(id)
  const branchText = useBranchText()
  const branches = useNodeData(id, (data) => JSON.stringify(branchesOf({ data }) ?? null))
  const names = JSON.parse(branches ?? 'null') as Branch[] | null
  if (!names) {
    return outs.map((port) => (
      <Port key={port.id} node={id} id={port.id} side="out" kind="agent" label={port.label} open={false} />
    ))
  }
  return (
    <ul className="step-ways unpadded unlisted">
      {outs.map((port, index) => {
        const label = branchText(names[index] ?? { number: index + 1 }, index)
        return (
          <li
            className="relative text-12 medium line-above text-right height-26"
            key={port.id}
            data-port={port.id}
          >
            <span className="truncate block">{label}</span>
            <AddStepButton node={id} handle={port.id} label={label} />
            <Port node={id} id={port.id} side="out" kind="agent" label={label} open={false} />
          </li>
        )
      })}
    </ul>
  )
}

function useBranchText() {
  const { branches, condition } = useTexts().agent
  return (branch: Branch, place: number): string => {
    if ('name' in branch) {
      return branch.name
    }
    if ('condition' in branch) {
      return outputName(branch.condition, condition.operations) || branches.numbered(place + 1)
    }
    return 'fixed' in branch ? branches[branch.fixed] : branches.numbered(branch.number)
  }
}

function AddStepButton({ node, handle, label }: { node: string; handle: string; label: string }) {
  const { agent } = useTexts()
  const store = useCanvasStore()
  const flow = useReactFlow()
  const isLinked = useCanvas(({ graph }) =>
    [...graph.edges.values()].some(({ sourceHandle }) => sourceHandle === handle),
  )
  if (isLinked) {
    return null
  }
  return (
    <button
      type="button"
      className="icon-button way-add nodrag"
      aria-label={agent.addStepAt(label)}
      title={agent.addStepAt(label)}
      onClick={({ currentTarget }) => {
        const { right, top, bottom } = currentTarget.getBoundingClientRect()
        const { x, y } = flow.screenToFlowPosition({ x: right, y: top })
        store.getState().put({
          quickAdd: {
            at: { x: right, y: bottom + 4 },
            place: { x: x + 100, y: y - 20 },
            from: { node, handle, side: 'out' },
          },
        })
      }}
    >
      <Plus size={12} />
    </button>
  )
}
