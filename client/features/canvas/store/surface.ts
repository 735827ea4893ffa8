import type { StateCreator } from 'zustand'
import type { Point } from '../graph/flow-graph.ts'
import type { Sight } from '../graph/place.ts'
import type { CanvasState, CanvasStore } from './canvas-store.ts'
import type { PortEnd } from './linking.ts'

/** What the quick-add popover will do with what is chosen. */
export type QuickAdd = {
  /** Where it opens, in the window. */
  at: Point
  /** Where the node is put, on the canvas. */
  place: Point
  /** Only what fits this port, connected at once. */
  from?: PortEnd
  /** Between the ends of this link. */
  between?: string
}

export type PanelTab = 'settings' | 'run' | 'about'
export type Dock = 'inspector' | 'chat' | 'checklist' | 'versions' | 'generate'
export type OpenDialog = 'shortcuts' | 'picture' | 'duplicate' | 'conflict'

/** A text that may be a flow file, on its way onto the canvas. */
export type Importing = {
  text: string
  /** What the flow will be called where it is opened as a new one; empty when nobody knows. */
  name: string
  /** Where on the canvas it was let go. */
  at?: Point
}

/** The flow is asked for its name; `onDone` hears whether it was given. */
export type Naming = { action: 'save' | 'publish'; onDone: (isNamed: boolean) => void }

/** What of the canvas is seen, and how a node is brought there. */
export type Camera = { sight: () => Sight | undefined; bringIn: (ids: readonly string[]) => void }

/** What is open beside and above the canvas. */
export type SurfaceSlice = {
  tool: 'select' | 'pan'
  quickAdd: QuickAdd | undefined
  nodeMenu: { node: string; at: Point } | undefined
  /** The targets a node may be linked to, or one port of it. */
  targetList: { node: string; port?: PortEnd | undefined; at: Point } | undefined
  /** The kinds that could stand in a node's place. */
  replaceList: { node: string; at: Point } | undefined
  renaming: string | undefined
  palette: boolean
  /** The palette is put away while a run plays. */
  isFolded: boolean
  /** What the left dock shows. */
  leftTab: 'palette' | 'outline'
  /** What a phone shows: one at a time. */
  phoneTab: 'outline' | 'canvas'
  dock: Dock | undefined
  dialog: OpenDialog | undefined
  importing: Importing | undefined
  naming: Naming | undefined
  /** Undefined until the canvas is drawn. */
  camera: Camera | undefined
  /** A field that is to be seen and focused. */
  target: { node: string; field: string } | undefined
  /** What the panel of a node is to show when it opens next. */
  requestedTab: { node: string; tab: PanelTab } | undefined
  /** Nodes whose *More settings* were opened (true) or folded (false) in the inspector. */
  moreSettings: ReadonlyMap<string, boolean>
  /** Nodes whose *Links* were opened (true) or folded (false) in the inspector. */
  foldedLinks: ReadonlyMap<string, boolean>
  /** A field whose text is open in a dialog of its own. */
  expanded: { node: string; field: string } | undefined
  /** A frame that is to be kept as a template part. */
  savedPart: string | undefined
  /** A credential is being made for this node. */
  newCredential: { node: string; kinds: readonly string[] } | undefined
  hoveredEdge: string | undefined
  /** The card under the pointer, of those that are only painted. */
  touched: string | undefined
  minimap: boolean
  grid: boolean
  snapping: boolean
  /** Nothing can be moved or linked by accident. */
  locked: boolean
  finding: boolean
  /** A picture is being taken: everything is drawn, also what is out of sight. */
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

/** A field behind "More settings", or on a card too small to be read, is shown in the inspector. */
export function openWhereFieldIs(store: CanvasStore, nodeId: string, field: string) {
  const { graph, templates } = store.getState()
  const template = templates.get(graph.nodes.get(nodeId)?.data.name ?? '')
  const hidden = template?.inputs.find(({ name }) => name === field)?.additionalParams
  if (hidden || innerWidth < 900) {
    store.getState().put({ dock: 'inspector' })
  }
}
