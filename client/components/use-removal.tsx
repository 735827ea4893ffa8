import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { useConfirm } from './confirm-dialog.tsx'
import { useToasts } from './toasts.tsx'

type Removal = {
  title: string
  /** What the deletion breaks. Awaited before the question is asked, because lists may be out of date. */
  describe: () => ReactNode | Promise<ReactNode>
  confirmButtonName?: string
  remove: () => Promise<unknown>
  /** The notification afterwards. */
  removed: string
  /** Precedes the sentence of an error. */
  failed?: string
}

/** Deletes after a question that names what is lost. Resolves to true once it is deleted. */
export function useRemoval() {
  const { common } = useTexts()
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()

  return async ({ title, describe, remove, removed, failed, ...more }: Removal): Promise<boolean> => {
    const { confirmButtonName = common.delete } = more
    try {
      const description = await describe()
      const isConfirmed = await confirm({ title, description, confirmButtonName, danger: true })
      if (isConfirmed) {
        await remove()
        toasts.success(removed)
      }
      return isConfirmed
    } catch (error) {
      toasts.error([failed, errorText(error)].filter(Boolean).join(' '))
      return false
    }
  }
}
