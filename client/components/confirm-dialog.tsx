import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { whenOpened } from '#client/components/on-demand.tsx'

// Nobody is asked anything before he has signed in: the dialog is fetched with the first question.
const ConfirmQuestion = whenOpened(async () => (await import('./confirm-question.tsx')).ConfirmQuestion)

type Options = {
  title: string
  description?: ReactNode
  confirmButtonName?: string
  cancelButtonName?: string
  /** Something will be gone: the button is red and does not have the focus. */
  danger?: boolean
}
export type Question = Options & { answer: (confirmed: boolean) => void }
type Ask = (options: Options) => Promise<boolean>

const ConfirmContext = createContext<Ask | undefined>(undefined)

/** Holds the one question that is open. A new question answers the one before it with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()

  const ask = useCallback<Ask>(
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
    <ConfirmContext value={ask}>
      {children}
      {question && <ConfirmQuestion {...question} answer={close} />}
    </ConfirmContext>
  )
}

/** `await confirm({ title })`: true when the user agreed. */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext)
  if (!ask) {
    throw new Error('There is no ConfirmProvider above this component.')
  }
  return ask
}
