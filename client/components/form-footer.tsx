import { Button } from '@mui/joy'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  submit: string
  /** Text of the submit button while the request is pending. */
  busy: string
  isBusy: boolean
  onCancel: () => void
  cancel?: string | undefined
  isReady?: boolean
  hintId?: string
  children?: ReactNode
}

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
