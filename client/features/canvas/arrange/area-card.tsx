import { ChevronsDownUp, ChevronsUpDown, Lock, LockOpen, PackagePlus } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import type { NodeProps } from 'reactflow'
import { useShallow } from 'zustand/react/shallow'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import { classesOfHandle } from '#shared/nodes.ts'
import { NodeName, noteColorOf, Port, useResize } from '../card/card.ts'
import { type Area, areaOf, changeArea } from '../graph/areas.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

export const AreaCard = memo(
  function AreaCard({ id, selected }: Pick<NodeProps, 'id' | 'selected'>) {
    const { board } = useTexts()
    const store = useCanvasStore()
    const node = useCanvas(({ graph }) => graph.nodes.get(id))
    const count = useCanvas(
      ({ graph }) => areaOf(graph.nodes.get(id))?.members.filter((each) => graph.nodes.has(each)).length ?? 0,
    )
    const grip = useResize(id, 'area')
    const area = areaOf(node)
    if (!node || !area) {
      return null
    }
    const { collapsed, locked } = area
    return (
      <section
        className="area relative text-primary no-outline body-13"
        data-node={id}
        data-testid={`node-${id}`}
        data-selected={selected || undefined}
        data-collapsed={collapsed || undefined}
        data-locked={locked || undefined}
        style={
          {
            '--area': `var(--joy-palette-note-${noteColorOf(area.color)})`,
            ...(!collapsed && { width: lengthOf(node.width, 520), height: lengthOf(node.height, 300) }),
          } as CSSProperties
        }
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame is chosen, moved and deleted with keys
        tabIndex={0}
        aria-label={board.groupOf(node.data.label, count)}
        onContextMenu={(event) => {
          event.preventDefault()
          store.getState().put({ nodeMenu: { node: id, at: { x: event.clientX, y: event.clientY } } })
        }}
      >
        <header className="row gap-10">
          <i className="area-sign rigid round-3 outlined-strong" aria-hidden="true" />
          <NodeName id={id} />
          <small className="grows text-tertiary">{board.members(count)}</small>
          <AreaTools id={id} area={area} label={node.data.label} />
        </header>
        {collapsed && <OutwardPorts id={id} />}
        {!collapsed && !locked && (
          <div className="resize-corner nodrag" title={board.resize} aria-hidden="true" {...grip} />
        )}
      </section>
    )
  },
  (before, after) => before.id === after.id && before.selected === after.selected,
)

function AreaTools({ id, area, label }: { id: string; area: Area; label: string }) {
  const { board, parts: keeping } = useTexts()
  const store = useCanvasStore()
  const { collapsed, locked } = area
  const change = (parts: Partial<Area>) =>
    store.getState().act({ name: 'edit', what: label }, (graph) => changeArea(graph, id, parts))
  const fold = collapsed ? board.expand : board.collapse
  const lock = locked ? board.unlock : board.lock
  return (
    <>
      <button
        type="button"
        className="icon-button nodrag"
        aria-label={fold}
        title={fold}
        aria-expanded={!collapsed}
        onClick={() => change({ collapsed: !collapsed })}
      >
        {collapsed ? <ChevronsUpDown size={16} /> : <ChevronsDownUp size={16} />}
      </button>
      <button
        type="button"
        className="icon-button nodrag"
        aria-label={lock}
        title={lock}
        aria-pressed={locked}
        onClick={() => change({ locked: !locked })}
      >
        {locked ? <Lock size={16} /> : <LockOpen size={16} />}
      </button>
      <button
        type="button"
        className="icon-button nodrag"
        aria-label={keeping.keep}
        title={keeping.keep}
        onClick={() => store.getState().put({ savedPart: id })}
      >
        <PackagePlus size={16} />
      </button>
    </>
  )
}

function OutwardPorts({ id }: { id: string }) {
  const into = useCanvas(
    useShallow(({ flowEdges }) =>
      handlesOf(
        flowEdges.filter(({ target, hidden }) => target === id && !hidden),
        'targetHandle',
      ),
    ),
  )
  const out = useCanvas(
    useShallow(({ flowEdges }) =>
      handlesOf(
        flowEdges.filter(({ source, hidden }) => source === id && !hidden),
        'sourceHandle',
      ),
    ),
  )
  return (
    <>
      {(
        [
          ['in', into],
          ['out', out],
        ] as const
      ).map(([side, handles]) => (
        <span key={side} className={`area-ports stack absolute ${side}`}>
          {handles.map((handle) => {
            const kind = kindOf(classesOfHandle(handle))
            return (
              <span key={handle} style={{ color: kindColor(kind) }}>
                <Port node={id} id={handle} side={side} kind={kind} label={handle} open={false} />
              </span>
            )
          })}
        </span>
      ))}
    </>
  )
}

type Ends = { sourceHandle?: string | null | undefined; targetHandle?: string | null | undefined }

function handlesOf(edges: readonly Ends[], end: keyof Ends): string[] {
  return [...new Set(edges.flatMap((edge) => edge[end] ?? []))]
}

function lengthOf(value: unknown, fallback: number) {
  return typeof value === 'number' ? value : fallback
}
