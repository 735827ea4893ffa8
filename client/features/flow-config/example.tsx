import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { title?: string; note?: ReactNode; children?: ReactNode }

export function Example({ title, note, children }: Props) {
  const { flowConfig } = useTexts()
  return (
    <section className="config-example" aria-label={title ?? flowConfig.example}>
      <h4>{title ?? flowConfig.example}</h4>
      {note && <p>{note}</p>}
      {children}
    </section>
  )
}

export function ExampleQuestion({ children }: { children: ReactNode }) {
  return <p className="example-asked">{children}</p>
}

export function Answered({ tone, children }: { tone?: 'refused'; children: ReactNode }) {
  return (
    <div className="example-answered" data-tone={tone}>
      {children}
    </div>
  )
}

/** Starter questions of a chat, as a preview that is not clickable. */
export function Chips({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="example-chips">
      {texts.map((text) => (
        <li key={text}>
          {text}
          <ArrowRight size={12} aria-hidden="true" />
        </li>
      ))}
    </ul>
  )
}
