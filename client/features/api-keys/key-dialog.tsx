import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type ApiKey, ASK_FLOWS } from '#shared/api-keys.ts'
import { PermissionPicker } from './permission-picker.tsx'

type Props = {
  /** The credential being edited; undefined for a new one. */
  apiKey?: ApiKey
  /** Passes the new key in full, which is shown only once. */
  onCreated: (key: ApiKey) => void
  onClose: () => void
}

export function KeyDialog({ apiKey, onCreated, onClose }: Props) {
  const { apiKeys: texts, common } = useTexts()
  const { form: words } = texts
  const errorText = useErrorText()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const [keyName, setKeyName] = useState(apiKey?.keyName ?? '')
  const [chosen, setChosen] = useState<string[]>(apiKey?.permissions ?? [ASK_FLOWS])
  const [isChecked, setChecked] = useState(false)

  const create = trpc.apiKeys.create.useMutation({
    async onSuccess(keys) {
      // Only the new key is unmasked.
      const made = keys.find((key) => !key.apiKey.includes('…'))
      await utils.apiKeys.invalidate()
      return made ? onCreated(made) : onClose()
    },
  })
  const update = trpc.apiKeys.update.useMutation({
    async onSuccess() {
      await utils.apiKeys.invalidate()
      toasts.success(words.saved(keyName.trim()))
      onClose()
    },
  })
  const isSaving = create.isPending || update.isPending
  const error = create.error ?? update.error
  const labels = apiKey
    ? { submit: common.save, busy: common.saving }
    : { submit: words.create, busy: words.creating }
  const needsName = keyName.trim() === ''
  const needsPermission = chosen.length === 0

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (needsName || needsPermission) {
      const first = needsName ? '[name="keyName"]' : '.permissions input'
      event.currentTarget.querySelector<HTMLElement>(first)?.focus()
    } else if (apiKey) {
      update.mutate({ id: apiKey.id, keyName: keyName.trim(), permissions: chosen })
    } else {
      create.mutate({ keyName: keyName.trim(), permissions: chosen })
    }
  }

  return (
    <Dialog
      title={apiKey ? words.edit(apiKey.keyName) : words.add}
      size="m"
      onClose={onClose}
      locked={isSaving}
      form={{ onSubmit, noValidate: true }}
      footer={<FormFooter {...labels} isBusy={isSaving} onCancel={onClose} />}
    >
      <div className="key-form">
        {error && <FormBanner>{errorText(error)}</FormBanner>}
        <FormField
          label={words.name}
          name="keyName"
          required
          autoFocus
          autoComplete="off"
          value={keyName}
          onChange={({ target }) => setKeyName(target.value)}
          errors={isChecked && needsName ? { keyName: [words.needName] } : {}}
          help={words.nameHelp}
        />
        <PermissionPicker
          chosen={chosen}
          onChange={setChosen}
          error={isChecked && needsPermission ? words.needPermission : undefined}
        />
      </div>
    </Dialog>
  )
}
