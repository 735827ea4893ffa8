import type { StateCreator } from 'zustand'
import type { Point } from '../graph/flow-graph.ts'
import type { CanvasState } from './canvas-store.ts'
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

export type Dock = 'inspector' | 'chat'
export type OpenDialog = 'shortcuts' | 'load' | 'duplicate' | 'conflict'

/** What is open beside and above the canvas. */
export type SurfaceSlice = {
  tool: 'select' | 'pan'
  quickAdd: QuickAdd | undefined
  nodeMenu: { node: string; at: Point } | undefined
  /** The targets a selected node may be linked to. */
  targetList: { node: string; at: Point } | undefined
  renaming: string | undefined
  palette: boolean
  dock: Dock | undefined
  dialog: OpenDialog | undefined
  /** A field that is to be seen and focused. */
  wanted: { node: string; field: string } | undefined
  /** A field whose text is open in a dialog of its own. */
  expanded: { node: string; field: string } | undefined
  /** A credential is being made for this node. */
  newCredential: { node: string; kinds: readonly string[] } | undefined
  hoveredEdge: string | undefined
  renamingFlow: boolean
  put: (parts: Partial<Omit<SurfaceSlice, 'put'>>) => void
}

type Slice = StateCreator<CanvasState, [], [], SurfaceSlice>

export const createSurface: Slice = (set) => ({
  tool: 'select',
  quickAdd: undefined,
  nodeMenu: undefined,
  targetList: undefined,
  renaming: undefined,
  palette: true,
  dock: undefined,
  dialog: undefined,
  wanted: undefined,
  expanded: undefined,
  newCredential: undefined,
  hoveredEdge: undefined,
  renamingFlow: false,
  put: (parts) => set(parts),
})
