import { useState } from 'react'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { AssistantPaths } from './assistant-paths.ts'
import { NameDialog } from './name-dialog.tsx'

/** A name is enough; the form opens. */
export function AddAssistantDialog({ paths, onClose }: { paths: AssistantPaths; onClose: () => void }) {
  const { adding: texts } = useTexts().assistants
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const [problem, setProblem] = useState<unknown>()
  const adding = trpc.assistants.custom.add.useMutation({
    onSuccess({ id }) {
      void utils.assistants.custom.list.invalidate()
      void navigate(paths.editor(id))
    },
    onError: setProblem,
  })
  return (
    <NameDialog
      texts={texts}
      name=""
      problem={problem}
      isBusy={adding.isPending}
      onName={(name) => adding.mutate({ name })}
      onClose={onClose}
    />
  )
}
