import { Button } from '@mui/joy'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  submit: string
  /** While it is under way. */
  busy: string
  isBusy: boolean
  onCancel: () => void
  cancel?: string | undefined
  /** False while something is missing; `hintId` says what. */
  isReady?: boolean
  hintId?: string
  /** Further buttons, at the far left. */
  children?: ReactNode
}

/** The foot of a dialog that is a form. */
export function FormFooter({
  submit,
  busy,
  isBusy,
  onCancel,
  cancel,
  isReady = true,
  hintId,
  children,
}: Props) {
  const { common } = useTexts()
  return (
    <>
      {children}
      <Button variant="plain" color="neutral" disabled={isBusy} onClick={onCancel}>
        {cancel ?? common.cancel}
      </Button>
      <Button
        type="submit"
        disabled={isBusy || !isReady}
        {...(!isReady && hintId && { 'aria-describedby': hintId })}
      >
        {isBusy ? busy : submit}
      </Button>
    </>
  )
}
