import { Button } from '@mui/joy'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type Passkey, renamePasskeyInput } from '#shared/second-factor.ts'
import { useFactorChange } from './use-factor-change.ts'

export function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const { id, name, createdDate, lastUsedDate } = passkey
  const { passkeys: texts } = useTexts().secondFactor
  const confirm = useConfirm()
  const remove = trpc.secondFactor.removePasskey.useMutation(useFactorChange(texts.removed(name)))
  const [isRenaming, setRenaming] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)

  // The form replaces its opener, so the focus must be restored explicitly.
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) {
      opener.current?.focus()
    }
    wasRenaming.current = isRenaming
  }, [isRenaming])

  async function confirmRemoval() {
    const { removeText: description, remove: confirmButtonName } = texts
    if (await confirm({ title: texts.removeTitle(name), description, confirmButtonName, danger: true })) {
      remove.mutate({ id })
    }
  }
  if (isRenaming) {
    return (
      <li>
        <RenameForm passkey={passkey} onClose={() => setRenaming(false)} />
      </li>
    )
  }
  return (
    <li>
      <div>
        <strong className="medium breaks-anywhere">{name}</strong>
        <p className="flex wraps text-12 line-16 text-tertiary">
          <span>
            {texts.created}: <RelativeTime iso={createdDate} />
          </span>
          <span>
            {texts.lastUsed}: {lastUsedDate ? <RelativeTime iso={lastUsedDate} /> : texts.neverUsed}
          </span>
        </p>
      </div>
      <div className="passkey-buttons flex gap-4 rigid">
        <Button
          ref={opener}
          size="sm"
          variant="plain"
          color="neutral"
          aria-label={texts.renameNamed(name)}
          onClick={() => setRenaming(true)}
        >
          {texts.rename}
        </Button>
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          aria-label={texts.removeNamed(name)}
          disabled={remove.isPending}
          onClick={confirmRemoval}
        >
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}

const nameInput = renamePasskeyInput.pick({ name: true })

function RenameForm({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { passkeys: texts } = useTexts().secondFactor
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const rename = trpc.secondFactor.renamePasskey.useMutation({
    onSuccess: async () => {
      await utils.secondFactor.status.invalidate()
      onClose()
    },
  })
  const form = useForm(nameInput, (input) => rename.mutate({ id, ...input }))

  function cancel(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      // Keeps the surrounding dialog open.
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <form className="passkey-new grid gap-16" {...form.handlers} onKeyDown={cancel}>
      {rename.error && <FormBanner>{errorText(rename.error)}</FormBanner>}
      <FormField
        label={texts.name}
        name="name"
        errors={form.errors}
        defaultValue={name}
        autoFocus
        onFocus={({ target }) => target.select()}
        readOnly={rename.isPending}
      />
      <div className="factor-buttons flex wraps gap-8">
        <Button type="submit" disabled={rename.isPending}>
          {texts.save}
        </Button>
        <Button variant="plain" color="neutral" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
