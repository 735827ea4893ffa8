import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { RenameDialog } from '#client/components/rename-dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { flowNameSchema } from '#shared/flows.ts'
import type { AssistantPaths } from './assistant-paths.ts'

/** A name is enough; the form opens. */
export function AddAssistantDialog({ paths, onClose }: { paths: AssistantPaths; onClose: () => void }) {
  const { adding: texts } = useTexts().assistants
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const adding = trpc.assistants.custom.add.useMutation()

  async function add(name: string) {
    const { id } = await adding.mutateAsync({ name })
    void utils.assistants.custom.list.invalidate()
    void navigate(paths.editor(id))
  }
  return <RenameDialog texts={texts} name="" schema={flowNameSchema} rename={add} onClose={onClose} />
}
