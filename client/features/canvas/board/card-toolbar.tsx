import { Copy, Info, type LucideIcon, Power, Trash2 } from 'lucide-react'
import { NodeToolbar, Position } from 'reactflow'
import { useTexts } from '#client/texts/texts.tsx'
import { isDisabled } from '#shared/disabled-nodes.ts'
import { isArea } from '../graph/areas.ts'
import { duplicate } from '../graph/clip.ts'
import { canDisable } from '../graph/edit.ts'
import { labelIn } from '../graph/flow-graph.ts'
import { removeNodes } from '../graph/remove.ts'
import { useZoom } from '../painting/painting.tsx'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { switchSelected } from './actions.ts'

/** Shown above a single selected card only. */
export function CardToolbar() {
  const id = useCanvas(({ selectedNodes, graph }) => {
    const [only = ''] = selectedNodes
    // A frame has its title there, and its own buttons beside it.
    return selectedNodes.length === 1 && !isArea(graph.nodes.get(only)) ? only : undefined
  })
  return id === undefined ? null : <Tools id={id} />
}

/** Size of the toolbar in px of the screen, including its distance from the card. */
const container = { width: 160, height: 50 }

/** Whether the toolbar would cover a card above. It is then placed below, unless it would cover one there as well. */
function coversNeighbour({ flowNodes }: CanvasState, id: string, zoom: number): boolean {
  const own = flowNodes.find((node) => node.id === id)
  if (!own) {
    return false
  }
  const { x, y } = own.positionAbsolute ?? own.position
  const size = { width: container.width / zoom, height: container.height / zoom }
  const isTaken = (top: number) =>
    flowNodes.some((node) => {
      const at = node.positionAbsolute ?? node.position
      return (
        node.id !== id &&
        !node.hidden &&
        node.type !== 'area' &&
        at.x < x + size.width &&
        at.x + (node.width ?? 0) > x &&
        at.y < top + size.height &&
        at.y + (node.height ?? 0) > top
      )
    })
  return isTaken(y - size.height) && !isTaken(y + (own.height ?? 0))
}

type Tool = { name: string; icon: LucideIcon; isOn?: boolean; run: () => void }

function Tools({ id }: { id: string }) {
  const { nodes, canvasTools } = useTexts()
  const store = useCanvasStore()
  const canBeOff = useCanvas(({ graph }) => canDisable(graph.nodes.get(id)))
  const isOff = useCanvas(({ graph }) => {
    const node = graph.nodes.get(id)
    return node !== undefined && isDisabled(node)
  })
  const label = useCanvas(({ graph }) => labelIn(graph, id))
  const zoom = useZoom((now) => now)
  const isCovering = useCanvas((state) => coversNeighbour(state, id, zoom))

  function copy() {
    const { act, select } = store.getState()
    let ids: string[] = []
    act({ name: 'copies', count: 1, what: label }, (graph) => {
      const copied = duplicate(graph, [id])
      ids = copied.ids
      return copied.graph
    })
    select(ids)
  }

  const power = { name: canvasTools.disable, icon: Power, isOn: isOff, run: () => switchSelected(store) }
  const tools: Tool[] = [
    ...(canBeOff ? [power] : []),
    { name: nodes.duplicate, icon: Copy, run: copy },
    { name: nodes.info, icon: Info, run: () => store.getState().put({ dock: 'inspector' }) },
    {
      name: nodes.delete,
      icon: Trash2,
      run: () =>
        store
          .getState()
          .act({ name: 'delete', count: 1, what: label }, (graph, templates) =>
            removeNodes(graph, [id], templates),
          ),
    },
  ]
  return (
    <NodeToolbar
      nodeId={id}
      isVisible
      position={isCovering ? Position.Bottom : Position.Top}
      offset={10}
      align="start"
      className="card-toolbar"
    >
      <div className="flex outlined round-8 backdrop-popup" role="toolbar" aria-label={nodes.toolbar(label)}>
        {tools.map(({ name, icon: Icon, isOn, run }) => (
          <button
            key={name}
            type="button"
            className="tool-button plain-button centered border-box text-secondary round-6 filled-on-hover"
            title={name}
            aria-pressed={isOn}
            onClick={run}
          >
            <Icon size={16} strokeWidth={1.75} />
          </button>
        ))}
      </div>
    </NodeToolbar>
  )
}
