import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { ChannelKind } from '#shared/channels.ts'

/** How long WhatsApp accepts free text. */
export function WindowRule({ kind, children }: { kind: ChannelKind; children?: ReactNode }) {
  const { rule, kinds } = useTexts().integrations
  return (
    <section className="window-rule round-md grid gap-12 backdrop-glaze text-primary">
      <div>
        <h2 className="text-14 flush">{rule.title(kinds[kind].name)}</h2>
        <p className="text-13 flush">{kind === 'whatsapp' ? rule.text : rule.metaText}</p>
      </div>
      <div className="window-scale text-12">
        <span className="window-open">{rule.write}</span>
        <span className="text-right">{rule.day}</span>
        <span />
        <span className="window-bar" data-kind="any" />
        <span className="window-bar" data-kind="template" />
        <span className="medium window-any">{rule.any}</span>
        <span className="medium text-warning text-right">
          {kind === 'whatsapp' ? rule.template : rule.nothing}
        </span>
      </div>
      {children}
    </section>
  )
}
