import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ExecutionLine } from '#shared/executions.ts'

type Target = Pick<ExecutionLine, 'id' | 'state'>

/** Stop and delete, each after a question. They resolve to whether it was done. */
export function useActions() {
  const { executions: texts } = useTexts()
  const toasts = useToasts()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const stopping = trpc.executions.stop.useMutation()
  const rerun = trpc.executions.runAgain.useMutation()
  const removal = trpc.executions.remove.useMutation()

  async function perform(work: () => Promise<unknown>, done: string) {
    try {
      await work()
      toasts.success(done)
      return true
    } catch (error) {
      toasts.error(errorText(error))
      return false
    }
  }

  async function stop({ id }: Target) {
    const isConfirmed = await confirm({
      ...{ title: texts.stopTitle, description: texts.stopText, confirmButtonName: texts.stop, danger: true },
    })
    const isDone = isConfirmed && (await perform(() => stopping.mutateAsync({ id }), texts.stopped))
    await utils.executions.invalidate()
    return isDone
  }

  async function remove({ id, state }: Target) {
    const isConfirmed = await confirm({
      title: texts.removeTitle,
      description: isOpen(state) ? texts.removeRunning : texts.removeText,
      confirmButtonName: texts.remove,
      danger: true,
    })
    const isDone = isConfirmed && (await perform(() => removal.mutateAsync({ id }), texts.removed))
    if (isDone) {
      await utils.executions.list.invalidate()
      await utils.executions.counts.invalidate()
      await utils.executions.waiting.invalidate()
    }
    return isDone
  }

  /** Returns the id of the new execution, or undefined when it could not be started. */
  async function runAgain(id: string, key: string): Promise<string | undefined> {
    try {
      const begun = await rerun.mutateAsync({ id, key })
      toasts.success(texts.detail.runsAgain)
      return begun.id
    } catch (error) {
      toasts.error(errorText(error))
      return undefined
    }
  }

  return { stop, remove, runAgain }
}
export type Actions = ReturnType<typeof useActions>

export const isOpen = (state: ExecutionLine['state']) => state === 'running' || state === 'waiting'
