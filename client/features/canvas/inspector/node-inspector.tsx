import { Ellipsis, Pencil } from 'lucide-react'
import { type CSSProperties, Suspense, useEffect, useState } from 'react'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { lazilySoon } from '#client/components/on-demand.tsx'
import { kindLabel, nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { isNote } from '#shared/flow-file.ts'
import { NodeIcon, NodeName, noteColorOf, noteColors } from '../card/card.ts'
import { areaOf, changeArea } from '../graph/areas.ts'
import { setDetail } from '../graph/edit.ts'
import { TabBar } from '../popups/popups.ts'
import { useCardView, useNodeData } from '../store/card-view.ts'
import type { PanelTab } from '../store/surface.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { Settings } from './settings.tsx'

const AboutNode = lazilySoon(async () => (await import('./about-node.tsx')).AboutNode)
const LastRun = lazilySoon(async () => (await import('./last-run.tsx')).LastRun)

/** The inspector of the selected node. */
export function Inspector() {
  const { canvas } = useTexts()
  const selected = useCanvas((state) => state.selectedNodes)
  const [only] = selected
  if (only === undefined || selected.length > 1) {
    return (
      <p className="panel-empty text-tertiary">
        {selected.length > 1 ? canvas.severalSelected(selected.length) : canvas.nothingSelected}
      </p>
    )
  }
  return <NodePanel key={only} node={only} />
}

function NodePanel({ node }: { node: string }) {
  const { canvas, canvasRun, nodes } = useTexts()
  const store = useCanvasStore()
  const kind = useCardView(node, (view) => view.kind)
  const template = useCardView(node, ({ shape }) => shape.template)
  const note = useCanvas(({ graph }) => {
    const found = graph.nodes.get(node)
    return found ? isNote(found) : false
  })
  const version = useNodeData(node, ({ version }) => version)
  const name = useNodeData(node, (data) => data.name) ?? ''
  const label = useNodeData(node, nodeLabel) ?? ''
  const [tab, setTab] = useRequestedTab(node)

  if (note) {
    return <NoteColors node={node} />
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of form fields is something else
    <div
      className="panel stack grows shrinks-y"
      role="group"
      aria-label={label}
      style={{ '--glaze': kindColor(kind) } as CSSProperties}
    >
      <header className="panel-head row gap-10 rigid relative">
        <NodeIcon name={template?.name} kind={kind} />
        <span className="node-title grid grows shrinks">
          <span className="panel-name row gap-4 shrinks">
            <NodeName id={node} />
            <button
              type="button"
              className="icon-button"
              aria-label={nodes.rename}
              onClick={() => store.getState().put({ renaming: node })}
            >
              <Pencil size={13} />
            </button>
          </span>
          <small className="truncate text-12 line-16 text-tertiary">
            {[template?.label ?? kindLabel(name, name), typeof version === 'number' && `v${version}`, node]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={nodes.menu}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => {
            const { left, bottom } = currentTarget.getBoundingClientRect()
            store.getState().put({ nodeMenu: { node, at: { x: left, y: bottom } } })
          }}
        >
          <Ellipsis size={18} />
        </button>
      </header>
      <TabBar
        label={canvas.inspector}
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { name: 'settings', label: canvas.settings },
          { name: 'run', label: canvasRun.lastRun },
          { name: 'about', label: canvas.about },
        ]}
      />
      <div className="panel-body grows shrinks-y scrolls-y" role="tabpanel">
        {tab === 'settings' && <Settings node={node} />}
        <Suspense fallback={null}>
          {tab === 'run' && <LastRun node={node} />}
          {tab === 'about' && <AboutNode node={node} />}
        </Suspense>
      </div>
    </div>
  )
}

/** Starts with the settings unless another tab is requested. */
function useRequestedTab(node: string) {
  const store = useCanvasStore()
  const target = useCanvas(({ requestedTab }) => (requestedTab?.node === node ? requestedTab.tab : undefined))
  const [tab, setTab] = useState<PanelTab>(target ?? 'settings')
  useEffect(() => {
    if (target) {
      setTab(target)
      store.getState().put({ requestedTab: undefined })
    }
  }, [target, store])
  return [tab, setTab] as const
}

function NoteColors({ node }: { node: string }) {
  const { board, nodes } = useTexts()
  const store = useCanvasStore()
  const ofArea = useCanvas(({ graph }) => areaOf(graph.nodes.get(node))?.color)
  const ofNote = useNodeData(node, (data) => noteColorOf(data.noteColor))
  const chosen = ofArea === undefined ? ofNote : noteColorOf(ofArea)
  const title = ofArea === undefined ? nodes.noteColor : board.groupColor
  return (
    <div className="panel-body grows shrinks-y scrolls-y">
      <h3>{title}</h3>
      <div className="note-colors flex wraps gap-8" role="radiogroup" aria-label={title}>
        {noteColors.map((color) => (
          <label
            className="row gap-6 text-13 outlined round-6 pressable min-height-32"
            key={color}
            style={{ background: `var(--joy-palette-note-${color})` }}
          >
            <input
              type="radio"
              name={`color ${node}`}
              checked={color === chosen}
              onChange={() =>
                store
                  .getState()
                  .act({ name: 'edit', what: title }, (graph) =>
                    ofArea === undefined
                      ? setDetail(graph, node, 'noteColor', color)
                      : changeArea(graph, node, { color }),
                  )
              }
            />
            {nodes.noteColors[color]}
          </label>
        ))}
      </div>
    </div>
  )
}
