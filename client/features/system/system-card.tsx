import { Typography } from '@mui/joy'
import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  aside?: ReactNode
  /** The content is a table, which is a region of this name itself. */
  isTable?: boolean
  children: ReactNode
}

export function SystemCard({ title, aside, isTable = false, children }: Props) {
  const id = useId()
  const content = (
    <>
      <header className="flex wraps spread gap-8">
        <Typography level="title-sm" component="h2" id={id}>
          {title}
        </Typography>
        {aside && <span className="text-12 line-16 text-tertiary">{aside}</span>}
      </header>
      {children}
    </>
  )
  const className = 'system-card surface outlined round-md'
  return isTable ? (
    <div className={className} data-wide>
      {content}
    </div>
  ) : (
    <section className={className} aria-labelledby={id}>
      {content}
    </section>
  )
}
