import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon: LucideIcon; title: string; text: ReactNode; action?: ReactNode; children?: ReactNode }

export function FactorSection({ icon: Icon, title, text, action, children }: Props) {
  return (
    <section className="factor grid" aria-label={title}>
      <Icon size={20} aria-hidden="true" />
      <div className="factor-head flex spread items-flex-start">
        <div>
          <h3>{title}</h3>
          <p className="text-13 line-18 text-secondary">{text}</p>
        </div>
        {action}
      </div>
      {children && <div className="factor-body">{children}</div>}
    </section>
  )
}
