import type { Kind } from '#shared/kinds.ts'

/** A node of the canvas that is open, as a list of them shows it. */
export type CanvasNode = {
  id: string
  name: string
  /** What it is. */
  note: string
  kind: Kind
}

/** What screens know of a canvas that is open, without knowing the canvas. */
export type OpenCanvas = {
  /** As they are now, in the order in which they are read. */
  nodes: () => CanvasNode[]
  /** Brings a node into the middle and gives it the focus. */
  show: (id: string) => void
}

let open: OpenCanvas | undefined

/** Returns how to take it back. */
export function offerCanvas(canvas: OpenCanvas): () => void {
  open = canvas
  return () => {
    if (open === canvas) {
      open = undefined
    }
  }
}

export function findOpenCanvas(): OpenCanvas | undefined {
  return open
}
