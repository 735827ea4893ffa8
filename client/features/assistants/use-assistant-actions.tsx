import { trpc } from '#client/api/trpc.ts'
import { downloadText } from '#client/components/download.ts'
import { FlowLosses } from '#client/components/flow-losses.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useRemoval } from '#client/components/use-removal.tsx'
import { writeStored } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { AssistantCard } from '#shared/assistants.ts'
import { writeAssistantFile } from './assistant-file.ts'

export function useAssistantActions() {
  const { actions: texts } = useTexts().assistants
  const toasts = useToasts()
  const askAndRemove = useRemoval()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const deletion = trpc.assistants.remove.useMutation()

  async function exportFile(id: string, name: string) {
    try {
      const [{ details }, models, tools] = await Promise.all([
        utils.assistants.custom.open.fetch({ id }, { staleTime: 0 }),
        utils.assistants.chatModels.fetch(),
        utils.assistants.tools.fetch(),
      ])
      downloadText(`${name} Assistant.json`, writeAssistantFile(details, [...models, ...tools]))
    } catch (error) {
      toasts.error(errorText(error))
    }
  }

  /** Resolves to true once the assistant is deleted. */
  const remove = ({ id, name }: Pick<AssistantCard, 'id' | 'name'>) =>
    askAndRemove({
      title: texts.removeTitle(name),
      async describe() {
        const lost = await utils.assistants.custom.losses.fetch({ id }, { staleTime: 0 })
        return lost ? <FlowLosses text={texts.removeText} lost={lost} /> : texts.removeText
      },
      confirmButtonName: texts.remove,
      async remove() {
        await deletion.mutateAsync({ id })
        writeStored(`${id}_INTERNAL`, undefined)
        void utils.assistants.custom.list.invalidate()
        void utils.flows.invalidate()
      },
      removed: texts.removed(name),
    })

  return { exportFile, remove }
}
