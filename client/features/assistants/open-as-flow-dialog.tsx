import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { RenameDialog } from '#client/components/rename-dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { flowNameSchema } from '#shared/flows.ts'
import type { AssistantPaths } from './assistant-paths.ts'

type Props = { id: string; name: string; paths: AssistantPaths; onClose: () => void }

/** Says what happens before a chat flow of its own is created from the assistant. */
export function OpenAsFlowDialog({ id, name, paths, onClose }: Props) {
  const { actions: texts } = useTexts().assistants
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const creation = trpc.assistants.custom.continueAsFlow.useMutation()

  async function create(given: string) {
    const flow = await creation.mutateAsync({ id, name: given })
    void utils.flows.summaries.invalidate()
    void navigate(paths.flow(flow.id))
  }
  return (
    <RenameDialog
      texts={{
        title: texts.flowTitle,
        text: texts.flowText,
        name: texts.flowName,
        submit: texts.flowSubmit,
        busy: texts.flowBusy,
      }}
      name={texts.flowSuffix(name).slice(0, 255)}
      schema={flowNameSchema}
      rename={create}
      onClose={onClose}
    />
  )
}
