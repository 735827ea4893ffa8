import { EdgeLabelRenderer, useStore } from 'reactflow'
import { useCanvas } from '../store/use-canvas.ts'

/** The lines along which the card that is dragged lies together with others. */
export function HelperLines() {
  const lines = useCanvas((state) => state.helperLines)
  const zoom = useStore(({ transform }) => (lines.length > 0 ? transform[2] : 1))
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
