import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { openAiLimits } from '#shared/open-ai-assistants.ts'
import { LimitedField } from './limited-field.tsx'

type Props = {
  credential: string
  /** Of the assistant, as a first suggestion. */
  name: string
  onCreated: (id: string) => void
  onClose: () => void
}

export function StoreDialog({ credential, name: suggested, onCreated, onClose }: Props) {
  const { form: texts } = useTexts().assistants.openAi
  const errorText = useErrorText()
  const [name, setName] = useState(suggested)
  const [days, setDays] = useState('')
  const [problem, setProblem] = useState<unknown>()
  const creating = trpc.assistants.openAi.createStore.useMutation({
    onSuccess: ({ id }) => onCreated(id),
    onError: setProblem,
  })
  const isWhole =
    days.trim() === '' ||
    (/^\d+$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= openAiLimits.days)
  const isReady = name.trim() !== '' && name.length <= openAiLimits.storeName && isWhole
  return (
    <Dialog
      title={texts.newStoreTitle}
      description={texts.newStoreText}
      size="m"
      onClose={onClose}
      locked={creating.isPending}
      form={{
        noValidate: true,
        onSubmit(event) {
          event.preventDefault()
          // The form of the assistant lies around this one.
          event.stopPropagation()
          if (isReady) {
            creating.mutate({
              ...{ credential, name: name.trim() },
              ...(days.trim() && { expires_after: { anchor: 'last_active_at', days: Number(days) } }),
            })
          }
        },
      }}
      footer={
        <FormFooter
          submit={texts.createStore}
          busy={texts.creatingStore}
          isBusy={creating.isPending}
          isReady={isReady}
          onCancel={onClose}
        />
      }
    >
      <div className="grid gap-16">
        {problem !== undefined && <FormBanner>{errorText(problem)}</FormBanner>}
        <LimitedField
          label={texts.name}
          name="storeName"
          required
          value={name}
          max={openAiLimits.storeName}
          onChange={setName}
        />
        <SettingText
          label={texts.days}
          name="days"
          numeric
          value={days}
          issue={isWhole ? undefined : texts.daysIssue}
          help={texts.daysHelp}
          onChange={setDays}
        />
      </div>
    </Dialog>
  )
}
