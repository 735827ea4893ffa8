import type { StateCreator } from 'zustand'
import type { Point } from '../graph/flow-graph.ts'
import type { Box, VisibleArea } from '../graph/place.ts'
import type { CanvasState, CanvasStore } from './canvas-store.ts'
import type { PortEnd } from './linking.ts'

export type QuickAdd = {
  /** Position in the window. */
  at: Point
  /** Position of the new node on the canvas. */
  place: Point
  /** Lists only kinds that fit this port; the new node is connected to it. */
  from?: PortEnd
  between?: string
}

export type PanelTab = 'settings' | 'run' | 'about'
export type Dock = 'inspector' | 'chat' | 'checklist' | 'versions' | 'generate'
type OpenDialog = 'shortcuts' | 'picture' | 'duplicate' | 'conflict' | 'upsert'

/** A text that may be a flow file, pending import. */
export type Importing = {
  text: string
  /** Name for the flow when it opens as a new one; empty when unknown. */
  name: string
  /** Drop position on the canvas. */
  at?: Point
}

export type Naming = { action: 'save' | 'publish'; onDone: (isNamed: boolean) => void }

/** The visible part of the canvas, and functions that move nodes or a rectangle into it. */
type Camera = {
  visibleArea: () => VisibleArea | undefined
  panTo: (ids: readonly string[]) => void
  reveal: (box: Box) => void
}

export type SurfaceSlice = {
  tool: 'select' | 'pan'
  quickAdd: QuickAdd | undefined
  nodeMenu: { node: string; at: Point } | undefined
  targetList: { node: string; port?: PortEnd | undefined; at: Point } | undefined
  replaceList: { node: string; at: Point } | undefined
  renaming: string | undefined
  palette: boolean
  isFolded: boolean
  leftTab: 'palette' | 'outline'
  phoneTab: 'outline' | 'canvas'
  dock: Dock | undefined
  dialog: OpenDialog | undefined
  importing: Importing | undefined
  naming: Naming | undefined
  /** Undefined until the canvas is rendered. */
  camera: Camera | undefined
  /** The field to scroll to and focus. */
  target: { node: string; field: string } | undefined
  /** Tab the panel of a node opens with next. */
  requestedTab: { node: string; tab: PanelTab } | undefined
  /** Nodes whose *More settings* are open (true) or folded (false) in the inspector. */
  moreSettings: ReadonlyMap<string, boolean>
  /** Nodes whose *Links* were opened (true) or folded (false) in the inspector. */
  foldedLinks: ReadonlyMap<string, boolean>
  expanded: { node: string; field: string } | undefined
  /** Frame to save as a template part. */
  savedPart: string | undefined
  /** `component` is the path of the field whose component gets it, if the node itself does not. */
  newCredential: { node: string; kinds: readonly string[]; component?: string | undefined } | undefined
  hoveredEdge: string | undefined
  /** The hovered card among those painted on the sheet. */
  touched: string | undefined
  minimap: boolean
  grid: boolean
  snapping: boolean
  /** The canvas is read-only, against accidental changes. */
  locked: boolean
  finding: boolean
  /** An image export is running: all nodes are rendered, off-screen ones included. */
  picturing: boolean
  renamingFlow: boolean
  put: (parts: Partial<Omit<SurfaceSlice, 'put'>>) => void
}

type Slice = StateCreator<CanvasState, [], [], SurfaceSlice>

export const createSurface: Slice = (set) => ({
  tool: 'select',
  quickAdd: undefined,
  nodeMenu: undefined,
  targetList: undefined,
  replaceList: undefined,
  renaming: undefined,
  palette: true,
  isFolded: false,
  leftTab: 'palette',
  phoneTab: 'outline',
  dock: undefined,
  dialog: undefined,
  importing: undefined,
  naming: undefined,
  camera: undefined,
  target: undefined,
  requestedTab: undefined,
  moreSettings: new Map(),
  foldedLinks: new Map(),
  expanded: undefined,
  savedPart: undefined,
  newCredential: undefined,
  hoveredEdge: undefined,
  touched: undefined,
  minimap: true,
  grid: true,
  snapping: false,
  locked: false,
  finding: false,
  picturing: false,
  renamingFlow: false,
  put: (parts) => set(parts),
})

/** Opens the inspector for a field behind "More settings" or on a card that is zoomed out. */
export function openWhereFieldIs(store: CanvasStore, nodeId: string, field: string) {
  const { graph, templates } = store.getState()
  const template = templates.get(graph.nodes.get(nodeId)?.data.name ?? '')
  const hidden = template?.inputs.find(({ name }) => name === field)?.additionalParams
  if (hidden || innerWidth < 900) {
    store.getState().put({ dock: 'inspector' })
  }
}
