import { LinearProgress } from '@mui/joy'

type Props = { label: string; done: number; total: number }

export function ProgressBar({ label, done, total }: Props) {
  const percent = total > 0 ? Math.min(100, Math.round((done / total) * 100)) : 0
  return (
    <LinearProgress
      className="store-progress"
      determinate
      size="sm"
      value={percent}
      aria-label={label}
      aria-valuetext={`${percent}%`}
    />
  )
}
