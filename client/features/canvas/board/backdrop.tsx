import { useTexts } from '#client/texts/texts.tsx'
import { useFlowId, useFlowState, useZoom } from '../painting/painting.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import './dots.css'
import { useEffect, useRef } from 'react'
import { EdgeLabelRenderer } from 'reactflow'

/** In px of the canvas: distance and diameter of the dots. */
const [gap, size] = [20, 1.5]
/** Px beyond the canvas on each side: the distance of two dots at the largest zoom. */
const rim = 40

/**
 * The dots of the ground. Painted once for each zoom and moved by the browser: reactflow's own are repainted,
 * all over the room, with every step of a pan.
 */
export function Dots() {
  const ground = useRef<SVGSVGElement>(null)
  const flow = useFlowState()
  const zoom = useZoom((now) => now)

  useEffect(() => {
    const place = () => {
      const [x, y, now] = flow.view().transform
      const [left, top] = [x, y].map((at) => Math.round(within(at + rim, gap * now)))
      if (ground.current) {
        ground.current.style.transform = `translate(${left}px, ${top}px)`
      }
    }
    place()
    return flow.watch(place)
  }, [flow])

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

/**
 * Translates the keyboard hint of focused links: reactflow has it in English only, without an option to change it.
 */
export function EdgeHint() {
  const { canvasSpoken } = useTexts()
  const flow = useFlowId()
  useEffect(() => {
    const hint = document.getElementById(`react-flow__edge-desc-${flow}`)
    if (hint) {
      hint.textContent = canvasSpoken.edgeHint
    }
  }, [flow, canvasSpoken])
  return null
}

export function HelperLines() {
  const lines = useCanvas((state) => state.helperLines)
  const zoom = useZoom((now) => (lines.length > 0 ? now : 1))
  if (lines.length === 0) {
    return null
  }
  return (
    <EdgeLabelRenderer>
      <svg className="helper-lines" aria-hidden="true">
        {lines.map(({ axis, at, from, to }) => (
          <path
            key={axis}
            d={axis === 'down' ? `M${at} ${from - 24}V${to + 24}` : `M${from - 24} ${at}H${to + 24}`}
            style={{ strokeWidth: 1 / zoom }}
          />
        ))}
      </svg>
    </EdgeLabelRenderer>
  )
}
