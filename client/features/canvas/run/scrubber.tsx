import { Pause, Play, SkipForward } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useFigures } from './use-figures.ts'

/** However long a run took, nobody wants to watch it for longer. */
const LONGEST_PLAY_MS = 8_000
const STEPS = 200

/** Any moment of the run, on the canvas as it was then. The arrow keys move it. */
export function Scrubber({ durationMs }: { durationMs: number }) {
  const { canvasRun } = useTexts()
  const { seconds } = useFigures()
  const store = useCanvasStore()
  const playhead = useCanvas((state) => state.playhead)
  const [playing, setPlaying] = useState(false)
  usePlaying(playing, durationMs, () => setPlaying(false))
  const at = playhead ?? durationMs

  return (
    <div className="run-scrubber">
      <button
        type="button"
        className="icon-button header-icon"
        aria-label={playing ? canvasRun.pause : canvasRun.play}
        onClick={() => {
          if (!playing && at >= durationMs) {
            store.getState().seek(0)
          }
          setPlaying(!playing)
        }}
      >
        {playing ? <Pause size={16} /> : <Play size={16} />}
      </button>
      <input
        type="range"
        min={0}
        max={durationMs}
        step={Math.max(1, Math.round(durationMs / STEPS))}
        value={at}
        aria-label={canvasRun.scrubber}
        aria-valuetext={canvasRun.moment(seconds(at, 2), seconds(durationMs, 2))}
        onChange={({ target }) => {
          setPlaying(false)
          const next = Number(target.value)
          store.getState().seek(next >= durationMs ? undefined : next)
        }}
      />
      <span className="run-figures">{canvasRun.moment(seconds(at, 2), seconds(durationMs, 2))}</span>
      <button
        type="button"
        className="icon-button header-icon"
        aria-label={canvasRun.toEnd}
        title={canvasRun.toEnd}
        disabled={playhead === undefined}
        onClick={() => {
          setPlaying(false)
          store.getState().seek(undefined)
        }}
      >
        <SkipForward size={16} />
      </button>
    </div>
  )
}

function usePlaying(playing: boolean, durationMs: number, onEnd: () => void) {
  const store = useCanvasStore()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is to be done at the end does not restart the playing
  useEffect(() => {
    if (!playing) {
      return undefined
    }
    const pace = Math.max(1, durationMs / LONGEST_PLAY_MS)
    const from = store.getState().playhead ?? 0
    const begun = performance.now()
    let frame = requestAnimationFrame(step)
    function step() {
      const at = from + (performance.now() - begun) * pace
      if (at >= durationMs) {
        store.getState().seek(undefined)
        onEnd()
      } else {
        store.getState().seek(Math.round(at))
        frame = requestAnimationFrame(step)
      }
    }
    return () => cancelAnimationFrame(frame)
  }, [playing, durationMs, store])
}
