import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { whenOpened } from '#client/components/on-demand.tsx'

// Fetched on first use, so the sign-in page stays small.
const ConfirmQuestion = whenOpened(async () => (await import('./confirm-question.tsx')).ConfirmQuestion)

type Options = {
  title: string
  description?: ReactNode
  confirmButtonName?: string
  cancelButtonName?: string
  /** The action deletes something: the button is red and does not have the focus. */
  danger?: boolean
}
export type Question = Options & { answer: (confirmed: boolean) => void }
type Confirm = (options: Options) => Promise<boolean>

const ConfirmContext = createContext<Confirm | undefined>(undefined)

/** Holds the one open question. A new question answers the previous one with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()

  const confirm = useCallback<Confirm>(
    (options) =>
      new Promise((resolve) => {
        setQuestion((before) => {
          before?.answer(false)
          return { ...options, answer: resolve }
        })
      }),
    [],
  )
  const close = (confirmed: boolean) => {
    question?.answer(confirmed)
    setQuestion(undefined)
  }

  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && <ConfirmQuestion {...question} answer={close} />}
    </ConfirmContext>
  )
}

export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext)
  if (!confirm) {
    throw new Error('There is no ConfirmProvider above this component.')
  }
  return confirm
}
