import type { FarColors } from './colors.ts'
import { paintFar, rimOf } from './paint.ts'
import { around, overlap, windowOf } from './place.ts'
import type { Look } from './plates.ts'
import type { Scene } from './scene.ts'
import { grow } from './tile.ts'

/** Px of the window. */
const step = 128

/**
 * A sheet over all others, for the little that moves with the pointer. No larger than that: all of it is brought to the
 * screen with every frame.
 */
export function createLift(host: HTMLElement) {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  canvas.className = 'lift'

  function fit(wide: number, high: number, density: number) {
    const [across, down] = [Math.round(wide * density), Math.round(high * density)]
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across
      canvas.height = down
      canvas.style.width = `${wide}px`
      canvas.style.height = `${high}px`
    }
  }

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
      const wide = inSteps((box.right - box.left) * zoom)
      const high = inSteps((box.bottom - box.top) * zoom)
      fit(wide, high, density)
      canvas.style.transform = `translate(${left}px, ${top}px)`
      pen.setTransform(1, 0, 0, 1, 0, 0)
      pen.clearRect(0, 0, canvas.width, canvas.height)
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

/** A wire grows with every move: memory for another size is asked for now and then only. */
function inSteps(length: number): number {
  return step * Math.max(1, Math.ceil((length + 1) / step))
}
