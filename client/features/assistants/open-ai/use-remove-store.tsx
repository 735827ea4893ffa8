import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { VectorStore } from '#shared/open-ai-assistants.ts'
import { readOpenAiDetails } from './open-ai-details.ts'

type Options = { credential: string; onRemoved: () => void; onProblem: (error: unknown) => void }

/** Deletes a vector store at OpenAI, after a question that counts the assistants here that use it. */
export function useRemoveStore({ credential, onRemoved, onProblem }: Options) {
  const { form: texts } = useTexts().assistants.openAi
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const assistants = trpc.assistants.list.useQuery(undefined)
  const removing = trpc.assistants.openAi.removeStore.useMutation({ onError: onProblem })

  return async ({ id, name }: VectorStore) => {
    const users = (assistants.data ?? []).filter(
      ({ type, details }) => type !== 'CUSTOM' && readOpenAiDetails(details).vectorStoreId === id,
    )
    const isSure = await confirm({
      title: texts.removeStoreTitle(name || id),
      description: `${texts.removeStoreText} ${texts.storeUsers(users.length)}`,
      confirmButtonName: texts.removeStoreSubmit,
      danger: true,
    })
    if (isSure && (await removing.mutateAsync({ credential, id }).catch(() => undefined))) {
      onRemoved()
      await utils.assistants.openAi.listStores.invalidate()
    }
  }
}
