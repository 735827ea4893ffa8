import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { openAiLimits, type VectorStore } from '#shared/open-ai-assistants.ts'
import { LimitedField } from './limited-field.tsx'

type Props = {
  credential: string
  /** Undefined for a new one. */
  store: VectorStore | undefined
  /** For a new one. */
  suggestedName: string
  onSaved: (id: string) => void
  onClose: () => void
}

/** Name and life time of a vector store. */
export function StoreDialog({ credential, store, suggestedName, onSaved, onClose }: Props) {
  const { form: texts } = useTexts().assistants.openAi
  const errorText = useErrorText()
  const [name, setName] = useState(store?.name ?? suggestedName)
  const [days, setDays] = useState(String(store?.expires_after?.days ?? ''))
  const [problem, setProblem] = useState<unknown>()
  const settled = { onSuccess: ({ id }: { id: string }) => onSaved(id), onError: setProblem }
  const creating = trpc.assistants.openAi.createStore.useMutation(settled)
  const updating = trpc.assistants.openAi.updateStore.useMutation(settled)
  const isBusy = creating.isPending || updating.isPending
  const isWhole = isLifeTime(days.trim())
  const isReady = name.trim() !== '' && name.length <= openAiLimits.storeName && isWhole

  function submit() {
    const expiry = { anchor: 'last_active_at' as const, days: Number(days) }
    const values = { credential, name: name.trim(), expires_after: days.trim() === '' ? null : expiry }
    if (store) {
      updating.mutate({ ...values, id: store.id })
    } else {
      creating.mutate(values)
    }
  }

  return (
    <Dialog
      title={store ? texts.editStoreTitle(store.name || store.id) : texts.newStoreTitle}
      description={store ? undefined : texts.newStoreText}
      size="m"
      onClose={onClose}
      locked={isBusy}
      form={{
        noValidate: true,
        onSubmit(event) {
          event.preventDefault()
          // The form of the assistant lies around this one.
          event.stopPropagation()
          if (isReady) {
            submit()
          }
        },
      }}
      footer={
        <FormFooter
          submit={store ? texts.save : texts.createStore}
          busy={store ? texts.saving : texts.creatingStore}
          isBusy={isBusy}
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

/** Empty for a store that never expires. */
function isLifeTime(days: string): boolean {
  return days === '' || (/^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= openAiLimits.days)
}
