import type { StateCreator } from 'zustand'
import {
  connect,
  type Ends,
  isSameLink,
  judge,
  replaceLink,
  reroute,
  typesMeet,
  type Verdict,
} from '../graph/connect.ts'
import type { Target } from '../graph/fits.ts'
import type { Point } from '../graph/flow-graph.ts'
import { removeEdges } from '../graph/remove.ts'
import type { CanvasState, CanvasStore } from './canvas-store.ts'

export type PortEnd = { node: string; handle: string; side: 'in' | 'out' }

export type LinkingSlice = {
  linking: PortEnd | undefined
  /** The link whose end is being moved. */
  rerouting: string | undefined
  rejection: Rejection | undefined
  startLink: (end: PortEnd) => void
  /** Starts drawing a wire as a new end of the link `edge`. */
  startReroute: (edge: string) => void
  stopLink: () => void
  /** Creates the link, offers to replace the existing one, or reports why it is not allowed. */
  finishLink: (ends: Ends, at: Point) => void
  replace: () => void
  dismissRejection: () => void
}

type Rejection = {
  at: Point
  ends: Ends
  verdict: Verdict & { fits: false }
  moved?: string
}

type Slice = StateCreator<CanvasState, [], [], LinkingSlice>

export const createLinking: Slice = (set, get) => ({
  linking: undefined,
  rerouting: undefined,
  rejection: undefined,

  startLink(linking) {
    if (!get().locked) {
      set({ linking, rejection: undefined })
    }
  },
  startReroute: (rerouting) => set({ rerouting, rejection: undefined }),
  stopLink: () => set({ linking: undefined, rerouting: undefined }),
  dismissRejection: () => set({ rejection: undefined }),

  finishLink(ends, at) {
    const { graph, templates, act, rerouting = '', stopLink } = get()
    stopLink()
    const held = graph.edges.get(rerouting)
    if (held) {
      moveLink(get(), set, rerouting, ends, at)
      return
    }
    const verdict = judge(graph, ends, templates)
    if (verdict.fits) {
      act({ name: 'connect' }, (before) => connect(before, ends, templates))
    } else if (verdict.reason !== 'linked') {
      set({ rejection: { at, ends, verdict } })
    }
  },

  replace() {
    const { rejection, templates, act } = get()
    if (rejection?.verdict.reason === 'taken') {
      const { ends, verdict, moved } = rejection
      act({ name: 'replaceLink' }, (graph) =>
        moved ? reroute(graph, moved, ends, templates) : replaceLink(graph, ends, verdict.edge, templates),
      )
    }
    set({ rejection: undefined })
  },
})

/**
 * Moves a link, offers to replace the existing one, or reports why it is not allowed. A link dropped on its old
 * port does not change.
 */
function moveLink(
  { graph, templates, act }: CanvasState,
  set: (parts: Pick<LinkingSlice, 'rejection'>) => void,
  moved: string,
  ends: Ends,
  at: Point,
) {
  const edge = graph.edges.get(moved)
  const verdict = judge(removeEdges(graph, [moved], templates), ends, templates)
  if (!edge || isSameLink(edge, ends)) {
    return
  }
  if (verdict.fits) {
    act({ name: 'reroute' }, (before) => reroute(before, moved, ends, templates))
  } else if (verdict.reason !== 'linked') {
    set({ rejection: { at, ends, verdict, moved } })
  }
}

/**
 * Orders two ports as the ends of a link, regardless of the drawing direction. Undefined when both are on the same
 * side.
 */
export function joinEnds(from: PortEnd, to: PortEnd): Ends | undefined {
  if (from.side === to.side) {
    return undefined
  }
  const [output, input] = from.side === 'out' ? [from, to] : [to, from]
  return { source: output.node, sourceHandle: output.handle, target: input.node, targetHandle: input.handle }
}

/** The look of a port while a wire is drawn: `ready` when it accepts the wire, else `dim`. */
export function portLook(linking: PortEnd | undefined, port: PortEnd): 'ready' | 'dim' | undefined {
  if (!linking || (linking.node === port.node && linking.handle === port.handle)) {
    return undefined
  }
  const ends = joinEnds(linking, port)
  const fits = ends && ends.source !== ends.target && typesMeet(ends.sourceHandle, ends.targetHandle)
  return fits ? 'ready' : 'dim'
}

/** Adds the link chosen from a list; a conflicting link is removed in the same step. */
export function followTarget(store: CanvasStore, target: Target | undefined) {
  if (!target) {
    return
  }
  const { ends, verdict } = target
  const { act } = store.getState()
  if (verdict.fits) {
    act({ name: 'connect' }, (graph, templates) => connect(graph, ends, templates))
  } else if (verdict.reason === 'taken') {
    act({ name: 'replaceLink' }, (graph, templates) => replaceLink(graph, ends, verdict.edge, templates))
  }
}
