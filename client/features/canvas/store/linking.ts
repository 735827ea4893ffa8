import type { StateCreator } from 'zustand'
import { connect, type Ends, judge, replaceLink, typesMeet, type Verdict } from '../graph/connect.ts'
import type { Point } from '../graph/flow-graph.ts'
import type { CanvasState } from './canvas-store.ts'

/** A port that a wire is being drawn from. */
export type PortEnd = { node: string; handle: string; side: 'in' | 'out' }

export type LinkingSlice = {
  linking: PortEnd | undefined
  /** What a drop came to when no link could be made of it, at the place of the drop. */
  refusal: { at: Point; ends: Ends; verdict: Verdict & { fits: false } } | undefined
  startLink: (end: PortEnd) => void
  stopLink: () => void
  /** Makes the link, offers to replace the one that is there, or says why not. */
  finishLink: (ends: Ends, at: Point) => void
  replace: () => void
  dismissRefusal: () => void
}

type Slice = StateCreator<CanvasState, [], [], LinkingSlice>

export const createLinking: Slice = (set, get) => ({
  linking: undefined,
  refusal: undefined,

  startLink: (linking) => set({ linking, refusal: undefined }),
  stopLink: () => set({ linking: undefined }),
  dismissRefusal: () => set({ refusal: undefined }),

  finishLink(ends, at) {
    const { graph, templates, act } = get()
    const verdict = judge(graph, ends, templates)
    set({ linking: undefined })
    if (verdict.fits) {
      act({ name: 'connect' }, (before) => connect(before, ends, templates))
    } else if (verdict.reason !== 'linked') {
      set({ refusal: { at, ends, verdict } })
    }
  },

  replace() {
    const { refusal, templates, act } = get()
    if (refusal?.verdict.reason === 'taken') {
      const { ends, verdict } = refusal
      act({ name: 'replaceLink' }, (graph) => replaceLink(graph, ends, verdict.edge, templates))
    }
    set({ refusal: undefined })
  },
})

/** Two ports as the ends of a link, whichever of them it was drawn from. Undefined when both are on the same side. */
export function joinEnds(from: PortEnd, to: PortEnd): Ends | undefined {
  if (from.side === to.side) {
    return undefined
  }
  const [output, input] = from.side === 'out' ? [from, to] : [to, from]
  return { source: output.node, sourceHandle: output.handle, target: input.node, targetHandle: input.handle }
}

/** How a port looks while a wire is drawn: ready to take it, or stepped back. */
export function portLook(linking: PortEnd | undefined, port: PortEnd): 'ready' | 'dim' | undefined {
  if (!linking || (linking.node === port.node && linking.handle === port.handle)) {
    return undefined
  }
  const ends = joinEnds(linking, port)
  const fits = ends && ends.source !== ends.target && typesMeet(ends.sourceHandle, ends.targetHandle)
  return fits ? 'ready' : 'dim'
}
