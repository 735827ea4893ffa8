import './list-frame.css'
import { Button } from '@mui/joy'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { EmptyState } from './empty-state.tsx'

export function ListFrame({ foot, children }: { foot?: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className="list-frame clips surface outlined round-md">{children}</div>
      {foot && <p className="list-foot text-13 text-tertiary margin-16-0-0">{foot}</p>}
    </>
  )
}

export function ListSkeleton() {
  return (
    <div className="list-frame clips surface outlined round-md" aria-hidden="true">
      {[26, 21, 30, 24, 28].map((width) => (
        <div className="list-bone row gap-16" key={width}>
          <span className="backdrop-level1 round-xs" style={{ width: `${width}%` }} />
          <span className="backdrop-level1 round-xs" style={{ width: '14%' }} />
          <span className="backdrop-level1 round-xs" style={{ width: '20%' }} />
        </div>
      ))}
    </div>
  )
}

type NoMatchProps = { title: string; text: string; onClear: () => void }

export function NoMatch({ title, text, onClear }: NoMatchProps) {
  const { common } = useTexts()
  return (
    <EmptyState
      dashed
      title={title}
      text={text}
      action={
        <Button size="sm" variant="outlined" color="neutral" onClick={onClear}>
          {common.clearFilters}
        </Button>
      }
    />
  )
}
