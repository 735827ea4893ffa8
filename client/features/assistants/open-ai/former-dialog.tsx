import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { CredentialSelect } from '#client/components/credential-select.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { SettingSelect } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { credentialKinds } from './account-kinds.ts'
import type { Edited } from './use-open-ai-form.ts'

type Props = { onLoaded: (edited: Edited) => void; onClose: () => void }

/** Assistants of the former API, where a server still answers it; otherwise what to do instead. */
export function FormerDialog({ onLoaded, onClose }: Props) {
  const { former: texts } = useTexts().assistants.openAi
  const errorText = useErrorText()
  const [credential, setCredential] = useState('')
  const [id, setId] = useState<string | null>(null)
  const list = trpc.assistants.openAi.listFormer.useQuery(
    { credential },
    { enabled: credential !== '', retry: false, staleTime: 0 },
  )
  const found = list.data ?? []
  const chosen = found.find((assistant) => assistant.id === id)
  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      size="m"
      onClose={onClose}
      form={{
        noValidate: true,
        onSubmit(event) {
          event.preventDefault()
          if (chosen) {
            onLoaded({ details: JSON.stringify(chosen), credential, iconSrc: null })
          }
        },
      }}
      footer={
        <FormFooter
          submit={texts.load}
          busy={texts.loading}
          isBusy={false}
          isReady={chosen !== undefined}
          onCancel={onClose}
        />
      }
    >
      <div className="grid gap-16">
        <CredentialSelect
          kinds={credentialKinds}
          name="credential"
          value={credential}
          issue={undefined}
          onChange={(next) => {
            setCredential(next)
            setId(null)
          }}
        />
        {list.isFetching && <p className="text-13 text-secondary">{texts.loading}</p>}
        {list.error && (
          <p role="alert" className="text-13 line-20 text-danger">
            {errorText(list.error)}
          </p>
        )}
        {list.data && found.length === 0 && <p className="text-13 text-secondary">{texts.none}</p>}
        {found.length > 0 && (
          <SettingSelect
            label={texts.assistant}
            name="assistant"
            value={id}
            options={found.map((assistant) => ({
              ...{ value: assistant.id, label: assistant.name || assistant.id },
              note: assistant.model,
            }))}
            issue={undefined}
            placeholder={texts.choose}
            onChange={setId}
          />
        )}
      </div>
    </Dialog>
  )
}
