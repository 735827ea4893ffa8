import type { Kind } from '#shared/kinds.ts'

export type CanvasNode = {
  id: string
  name: string
  note: string
  kind: Kind
}

/** The open canvas as other screens see it, without importing the canvas feature. */
export type OpenCanvas = {
  nodes: () => CanvasNode[]
  show: (id: string) => void
}

let open: OpenCanvas | undefined

/** Returns a function that removes it. */
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
