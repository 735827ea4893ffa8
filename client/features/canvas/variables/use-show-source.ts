import { useReactFlow } from 'reactflow'
import { useCanvasStore } from '../store/use-canvas.ts'

/** Selects the node a variable comes from and brings it into sight. */
export function useShowSource(): (id: string) => void {
  const store = useCanvasStore()
  const flow = useReactFlow()
  return (id) => {
    const node = flow.getNode(id)
    store.getState().select([id])
    if (node) {
      const { x, y } = node.positionAbsolute ?? node.position
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      flow.setCenter(x + (node.width ?? 320) / 2, y + (node.height ?? 240) / 2, {
        zoom: Math.max(0.7, Math.min(1, flow.getZoom())),
        ...(!calm && { duration: 240 }),
      })
    }
  }
}
