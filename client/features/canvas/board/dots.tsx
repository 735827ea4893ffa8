import { useEffect, useRef } from 'react'
import { useStore, useStoreApi } from 'reactflow'
import './dots.css'

/** Of the canvas, as cards measure: from dot to dot, and across a dot. */
const [gap, size] = [20, 1.5]
/** Px beyond the room on each side: as far as two dots are apart at the largest zoom. */
const rim = 40

/**
 * The dots of the ground. Painted once for each zoom and pushed about by the browser: reactflow's own are painted anew,
 * all over the room, with every step of a pan.
 */
export function Dots() {
  const ground = useRef<SVGSVGElement>(null)
  const room = useStoreApi()
  const zoom = useStore(({ transform }) => transform[2])

  useEffect(() => {
    const place = () => {
      const [x, y, now] = room.getState().transform
      const [left, top] = [x, y].map((at) => Math.round(within(at + rim, gap * now)))
      if (ground.current) {
        ground.current.style.transform = `translate(${left}px, ${top}px)`
      }
    }
    place()
    return room.subscribe(place)
  }, [room])

  const radius = (size * zoom) / 2
  return (
    <svg ref={ground} className="canvas-dots" aria-hidden="true">
      <pattern
        id="canvas-dots"
        width={gap * zoom}
        height={gap * zoom}
        patternUnits="userSpaceOnUse"
        patternTransform={`translate(${-radius} ${-radius})`}
      >
        <circle cx={radius} cy={radius} r={radius} />
      </pattern>
      <rect width="100%" height="100%" fill="url(#canvas-dots)" />
    </svg>
  )
}

function within(value: number, length: number): number {
  return ((value % length) + length) % length
}
