import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { FileButton } from '#client/components/file-button.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { readAssistantFile } from '../assistant-file.ts'
import type { AssistantPaths } from '../assistant-paths.ts'

/** Adds an assistant from a file and opens its form, which names what the file lacks here. */
export function LoadFileButton({ paths }: { paths: AssistantPaths }) {
  const { custom: texts } = useTexts().assistants
  const toasts = useToasts()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const adding = trpc.assistants.custom.add.useMutation()

  async function load(file: File) {
    const details = await readAssistantFile(file)
    if ('issue' in details) {
      toasts.error(texts.fileIssues[details.issue])
      return
    }
    try {
      const { id } = await adding.mutateAsync({ name: details.name, details })
      void utils.assistants.custom.list.invalidate()
      void navigate(paths.editor(id))
    } catch (error) {
      toasts.error(errorText(error))
    }
  }

  return (
    <FileButton
      variant="outlined"
      color="neutral"
      loading={adding.isPending}
      label={texts.load}
      onFile={(file) => void load(file)}
    />
  )
}
