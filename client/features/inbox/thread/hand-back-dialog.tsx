import { Textarea } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { InboxMessage } from '../live/merge-messages.ts'

/** The server's limit (shared/takeover.ts). */
const MAX = 4_000

type Props = {
  messages: readonly InboxMessage[]
  /** Since when AI is off. */
  since: string | null
  onHandBack: (summary: string) => Promise<void>
  onClose: () => void
}

/** Suggests what was said since AI was turned off, as a summary for the AI. */
export function HandBackDialog({ messages, since, onHandBack, onClose }: Props) {
  const { inbox } = useTexts()
  const errorText = useErrorText()
  const [summary, setSummary] = useState(() => suggestSummary(messages, since, inbox.thread.visitor))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await onHandBack(summary.trim())
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={inbox.takeover.handBackTitle}
      description={inbox.takeover.handBackText}
      size="m"
      locked={isBusy}
      onClose={onClose}
      form={{ onSubmit: submit }}
      footer={
        <FormFooter
          submit={inbox.takeover.handBackNow}
          busy={inbox.takeover.handingBack}
          isBusy={isBusy}
          onCancel={onClose}
        />
      }
    >
      {error !== undefined && <FormBanner>{errorText(error)}</FormBanner>}
      <Textarea
        autoFocus
        minRows={6}
        maxRows={14}
        value={summary}
        onChange={({ target }) => setSummary(target.value)}
        slotProps={{ textarea: { 'aria-label': inbox.takeover.summary, maxLength: MAX } }}
      />
    </Dialog>
  )
}

export function suggestSummary(
  messages: readonly InboxMessage[],
  since: string | null,
  visitor: string,
): string {
  return messages
    .filter(
      ({ createdDate, role, isManualMessage, pending }) =>
        pending === undefined && createdDate >= (since ?? '') && (isManualMessage || role === 'userMessage'),
    )
    .map(({ operatorName, content }) => `${operatorName ?? visitor}: ${content}`)
    .join('\n')
    .slice(-MAX)
}
