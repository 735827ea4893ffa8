import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon: LucideIcon; title: string; text: ReactNode; action?: ReactNode; children?: ReactNode }

export function FactorSection({ icon: Icon, title, text, action, children }: Props) {
  return (
    <section className="factor" aria-label={title}>
      <Icon size={20} aria-hidden="true" />
      <div className="factor-head">
        <div>
          <h3>{title}</h3>
          <p>{text}</p>
        </div>
        {action}
      </div>
      {children && <div className="factor-body">{children}</div>}
    </section>
  )
}
