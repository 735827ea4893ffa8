import { useParams } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { TriggerPanel } from '#client/features/triggers/trigger-panel.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { paths } from './paths.ts'

/** The trigger of one agent flow. */
export function TriggersPage() {
  const { id = '' } = useParams()
  const { triggers: texts } = useTexts()
  const flow = trpc.flows.head.useQuery({ id })
  return (
    <>
      <PageHeader title={texts.title} text={flow.data?.name} />
      <TriggerPanel key={id} flowId={id} executionPath={paths.execution} />
    </>
  )
}
