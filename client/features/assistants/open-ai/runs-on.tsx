import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Row } from './open-ai-details.ts'

/** Where an assistant is answered, or what it lacks, before a flow fails with it. */
export function RunsOn({ row: { credential, model, type } }: { row: Row }) {
  const { runsOn: texts } = useTexts().assistants.openAi
  const isAzure = type === 'AZURE'
  // Azure credentials name a deployment themselves.
  const withoutModel = model === '' && !isAzure ? texts.noModel : undefined
  const lacking = credential === '' ? texts.noCredential : withoutModel
  return (
    <span className="inline-row gap-6 rigid text-12 text-secondary">
      <StatusDot state={lacking ? 'problem' : 'live'} size={8} />
      {lacking ?? (isAzure ? texts.azure : texts.responses)}
    </span>
  )
}
