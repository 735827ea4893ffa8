import type { FarColors } from './colors.ts'
import { paintFar, rimOf } from './paint.ts'
import { windowOf } from './place.ts'
import type { Look } from './plates.ts'
import type { Scene } from './scene.ts'
import { grow } from './tile.ts'

/** A sheet as large as the room, over all others, for the little that moves with the pointer. */
export function createLift(host: HTMLElement) {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  canvas.className = 'lift'

  return {
    paint(scene: Scene, { transform, width, height }: Look, colors: FarColors) {
      if (!pen || scene.cards.size + scene.wires.size === 0) {
        return
      }
      const density = window.devicePixelRatio || 1
      const [x, y, zoom] = transform
      const [wide, high] = [Math.round(width * density), Math.round(height * density)]
      if (canvas.width !== wide || canvas.height !== high) {
        canvas.width = wide
        canvas.height = high
      }
      pen.setTransform(1, 0, 0, 1, 0, 0)
      pen.clearRect(0, 0, wide, high)
      pen.setTransform(zoom * density, 0, 0, zoom * density, x * density, y * density)
      paintFar(pen, scene, grow(windowOf(transform, width, height), rimOf(zoom)), colors, zoom)
      if (!canvas.isConnected) {
        host.append(canvas)
      }
    },
    clear() {
      canvas.remove()
    },
  }
}
