import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { title?: string; note?: ReactNode; children?: ReactNode }

export function Example({ title, note, children }: Props) {
  const { flowConfig } = useTexts()
  return (
    <section
      className="config-example stack gap-10 backdrop-body outlined round-md"
      aria-label={title ?? flowConfig.example}
    >
      <h4 className="text-tertiary">{title ?? flowConfig.example}</h4>
      {note && <p>{note}</p>}
      {children}
    </section>
  )
}

export function ExampleQuestion({ children }: { children: ReactNode }) {
  return <p className="example-asked text-accent-soft backdrop-accent breaks-anywhere">{children}</p>
}

export function Answered({ tone, children }: { tone?: 'refused'; children: ReactNode }) {
  return (
    <div className="example-answered text-13 breaks-anywhere" data-tone={tone}>
      {children}
    </div>
  )
}

/** Starter questions of a chat, as a preview that is not clickable. */
export function Chips({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="example-chips flex wraps gap-6 unpadded unlisted">
      {texts.map((text) => (
        <li
          className="inline-row gap-6 shrinks text-12 line-18 breaks-anywhere surface outlined text-accent"
          key={text}
        >
          {text}
          <ArrowRight className="rigid" size={12} aria-hidden="true" />
        </li>
      ))}
    </ul>
  )
}
