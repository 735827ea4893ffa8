import { Check, Plus, TriangleAlert } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import type { TemplateSummary } from '#shared/templates.ts'

export function NeedsChips({ needs: { credentials, missing } }: Pick<TemplateSummary, 'needs'>) {
  const { templates: texts } = useTexts()
  if (credentials.length + missing.length === 0) {
    return (
      <ul className="needs flex wraps gap-6 unpadded unlisted">
        <li className="need-chip inline-row text-12 line-20 pad-0-8 text-warning" data-ready>
          <Check size={13} aria-hidden="true" />
          {texts.needsNothing}
        </li>
      </ul>
    )
  }
  return (
    <ul className="needs flex wraps gap-6 unpadded unlisted">
      {credentials.map(({ kind, label, ready }) => (
        <li
          key={kind}
          className="need-chip inline-row text-12 line-20 pad-0-8 text-warning"
          data-ready={ready || undefined}
          title={ready ? texts.isReady(label) : texts.isMissing(label)}
        >
          {ready ? <Check size={13} aria-hidden="true" /> : <Plus size={13} aria-hidden="true" />}
          {label}
          <span className="visually-hidden">{ready ? texts.readyWord : texts.missingWord}</span>
        </li>
      ))}
      {missing.length > 0 && (
        <li
          className="need-chip inline-row text-12 line-20 pad-0-8 text-warning"
          data-gone
          title={texts.missingNodes(missing.join(', '))}
        >
          <TriangleAlert size={13} aria-hidden="true" />
          {texts.missingCount(missing.length)}
        </li>
      )}
    </ul>
  )
}
