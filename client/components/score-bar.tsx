import './score-bar.css'

/** How well a passage fits, from 0 to 1. The figure stands beside it. */
export function ScoreBar({ score, width = 52 }: { score: number; width?: number }) {
  return (
    <span className="score-bar rigid backdrop-level1 round-4 clips" aria-hidden="true" style={{ width }}>
      <i className="block full-height" style={{ width: `${Math.min(1, Math.max(0, score)) * 100}%` }} />
    </span>
  )
}
