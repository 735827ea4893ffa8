import type { FarColors } from './colors.ts'
import { paintFar, rimOf } from './paint.ts'
import { around, overlap, windowOf } from './place.ts'
import type { Look } from './plates.ts'
import type { Scene } from './scene.ts'
import { grow } from './tile.ts'

/**
 * A sheet over all others, for the little that moves with the pointer. No larger than that: all of it is brought to the
 * screen with every frame.
 */
export function createLift(host: HTMLElement) {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  canvas.className = 'lift'

  return {
    paint(scene: Scene, { transform, width, height }: Look, colors: FarColors) {
      const boxes = [
        ...[...scene.cards.values()].map(({ box }) => box),
        ...[...scene.wires.values()].map(({ reach }) => reach),
      ]
      if (!pen || boxes.length === 0) {
        canvas.remove()
        return
      }
      const density = window.devicePixelRatio || 1
      const [x, y, zoom] = transform
      const rim = rimOf(zoom)
      const box = overlap(grow(around(boxes), rim), grow(windowOf(transform, width, height), rim))
      // In px of the window, from whole pixel to whole pixel.
      const [left, top] = [Math.floor(box.left * zoom + x), Math.floor(box.top * zoom + y)]
      const wide = Math.max(1, Math.ceil((box.right - box.left) * zoom) + 1)
      const high = Math.max(1, Math.ceil((box.bottom - box.top) * zoom) + 1)
      // Another size wipes it; the same one has to be wiped.
      canvas.width = Math.round(wide * density)
      canvas.height = Math.round(high * density)
      Object.assign(canvas.style, {
        width: `${wide}px`,
        height: `${high}px`,
        transform: `translate(${left}px, ${top}px)`,
      })
      pen.setTransform(zoom * density, 0, 0, zoom * density, (x - left) * density, (y - top) * density)
      paintFar(pen, scene, box, colors, zoom)
      if (!canvas.isConnected) {
        host.append(canvas)
      }
    },
    clear() {
      canvas.remove()
    },
  }
}
