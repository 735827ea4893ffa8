import { useTexts } from '#client/texts/texts.tsx'
import type { EvaluatedVersion } from '#shared/evaluations.ts'

/** `Draft` `4 changes`: what a column is. */
export function VersionTags({ version }: { version: EvaluatedVersion }) {
  const { evaluations: texts } = useTexts()
  const { kind, model, changes } = version
  const count = changes ? changes.added + changes.removed + changes.changed : 0
  const tag = model ? texts.tags.model : kind === 'draft' ? texts.tags.draft(count) : texts.tags[kind]
  return (
    <span className="evaluation-version">
      <b>{texts.nameOfVersion(version)}</b> <span className="evaluation-tag">{tag}</span>
    </span>
  )
}
