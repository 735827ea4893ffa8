import type { PointerEvent } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { height: number; lowest: number; highest: number; onHeight: (height: number) => void }

const STEP = 24

/** The upper edge of the dock: dragged, or moved with the arrow keys. */
export function DockHandle({ height, lowest, highest, onHeight }: Props) {
  const { canvasRun } = useTexts()
  const set = (next: number) => onHeight(Math.round(Math.min(highest, Math.max(lowest, next))))

  function onPointerDown({ clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>) {
    currentTarget.setPointerCapture(pointerId)
    const move = (event: Event) => set(height + clientY - (event as globalThis.PointerEvent).clientY)
    const end = () => currentTarget.removeEventListener('pointermove', move)
    currentTarget.addEventListener('pointermove', move)
    currentTarget.addEventListener('pointerup', end, { once: true })
    currentTarget.addEventListener('pointercancel', end, { once: true })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between two rooms that can be moved is a separator with a value
    <div
      className="run-dock-handle"
      role="separator"
      aria-orientation="horizontal"
      aria-label={canvasRun.resize}
      aria-valuenow={height}
      aria-valuemin={lowest}
      aria-valuemax={highest}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={({ key }) => {
        const by = { ArrowUp: STEP, ArrowDown: -STEP }[key]
        if (by) {
          set(height + by)
        }
      }}
    />
  )
}
