import { useState } from 'react'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { AssistantPaths } from './assistant-paths.ts'
import { NameDialog } from './name-dialog.tsx'

type Props = { id: string; name: string; paths: AssistantPaths; onClose: () => void }

/** Says what happens before a chat flow of its own is created from the assistant. */
export function OpenAsFlowDialog({ id, name, paths, onClose }: Props) {
  const { actions: texts } = useTexts().assistants
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const [problem, setProblem] = useState<unknown>()
  const creation = trpc.assistants.custom.continueAsFlow.useMutation({
    onSuccess(flow) {
      void utils.flows.summaries.invalidate()
      void navigate(paths.flow(flow.id))
    },
    onError: setProblem,
  })
  return (
    <NameDialog
      texts={{
        title: texts.flowTitle,
        text: texts.flowText,
        name: texts.flowName,
        submit: texts.flowSubmit,
        busy: texts.flowBusy,
      }}
      name={texts.flowSuffix(name).slice(0, 255)}
      problem={problem}
      isBusy={creation.isPending}
      onName={(given) => creation.mutate({ id, name: given })}
      onClose={onClose}
    />
  )
}
