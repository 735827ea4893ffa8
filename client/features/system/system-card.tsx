import { Typography } from '@mui/joy'
import { type ReactNode, useId } from 'react'

type Props = { title: string; aside?: ReactNode; wide?: boolean; children: ReactNode }

export function SystemCard({ title, aside, wide = false, children }: Props) {
  const id = useId()
  return (
    <section className="system-card surface outlined round-md" data-wide={wide || undefined} aria-labelledby={id}>
      <header className="flex wraps spread gap-8">
        <Typography level="title-sm" component="h2" id={id}>
          {title}
        </Typography>
        {aside && <span className="text-12 line-16 text-tertiary">{aside}</span>}
      </header>
      {children}
    </section>
  )
}
