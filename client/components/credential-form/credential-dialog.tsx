import './credential-form.css'
import { Button, FormControl, FormHelperText, Input, Switch } from '@mui/joy'
import { PlugZap } from 'lucide-react'
import { useUser } from '#client/api/use-session.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Credential, CredentialTest } from '#shared/credentials.ts'
import { useConfirm } from '../confirm-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { FormBanner } from '../form-banner.tsx'
import { FieldLabel } from '../form-field.tsx'
import { FormFooter } from '../form-footer.tsx'
import { StatusDot } from '../status-dot.tsx'
import { CredentialField, plainText } from './credential-field.tsx'
import type { CredentialKind } from './credential-kinds.ts'
import { type OpenCredential, useCredentialForm } from './use-credential-form.ts'
import { useTestText } from './use-test-text.ts'

type Props = {
  kind: CredentialKind
  credential?: OpenCredential
  /** Why the stored values cannot be decrypted: the form starts empty, and saving repairs the credential. */
  lost?: unknown
  title?: string
  onClose: () => void
  onBack?: () => void
  /** Called with the saved credential, instead of the default notification. */
  onSaved?: (saved: Credential) => void
}

export function CredentialDialog({ kind, credential, lost, title, onClose, onBack, onSaved }: Props) {
  const { form: words } = useTexts().credentials
  const errorText = useErrorText()
  const user = useUser()
  const confirm = useConfirm()
  const form = useCredentialForm({ kind, credential, isLost: Boolean(lost), onSaved, onDone: onClose })
  const { error, isSaving, test } = form

  async function close() {
    const question = {
      title: words.leaveTitle,
      description: words.leaveText,
      confirmButtonName: words.leave,
      danger: true,
    }
    if (!form.isDirty || (await confirm(question))) {
      onClose()
    }
  }

  return (
    <Dialog
      title={title ?? (credential ? words.edit(credential.name) : words.add(kind.label))}
      {...(kind.description && { description: plainText(kind.description) })}
      size="m"
      onClose={close}
      locked={isSaving}
      form={{ onSubmit: form.onSubmit, noValidate: true }}
      footer={
        <FormFooter
          submit={credential ? words.save : words.create}
          busy={words.saving}
          isBusy={isSaving}
          onCancel={onBack ?? close}
          cancel={onBack && words.back}
        >
          <Button
            variant="outlined"
            color="neutral"
            sx={{ mr: 'auto' }}
            startDecorator={<PlugZap size={15} />}
            disabled={test.isPending}
            onClick={form.onTest}
          >
            {test.isPending ? words.testing : words.test}
          </Button>
        </FormFooter>
      }
    >
      <div className="credential-form grid gap-20">
        {error && <FormBanner>{errorText(error)}</FormBanner>}
        {!error && Boolean(lost) && <FormBanner tone="warning">{errorText(lost)}</FormBanner>}
        <NameField form={form} />
        {kind.inputs.map((input) => (
          <CredentialField
            key={input.name}
            input={input}
            value={form.values[input.name]}
            onChange={(value) => form.setValue(input.name, value)}
            error={form.issueOf(input.name)}
            savedAt={credential?.plainDataObj[input.name] === undefined ? undefined : credential.updatedDate}
          />
        ))}
        {user?.role === 'ADMIN' && (
          <FormControl className="credential-share">
            <FieldLabel label={words.everybody} />
            <Switch checked={form.shared} onChange={({ target }) => form.setShared(target.checked)} />
            <FormHelperText>{words.everybodyHelp}</FormHelperText>
          </FormControl>
        )}
        <div role="status" className="credential-verdict">
          {test.data && <Verdict result={test.data} />}
          {test.error && <FormBanner>{errorText(test.error)}</FormBanner>}
        </div>
      </div>
    </Dialog>
  )
}

function NameField({ form }: { form: ReturnType<typeof useCredentialForm> }) {
  const { form: words } = useTexts().credentials
  return (
    <FormControl error={form.nameIssue !== undefined}>
      <FieldLabel label={words.name} required />
      <Input
        name="name"
        autoFocus
        autoComplete="off"
        value={form.name}
        onChange={({ target }) => form.setName(target.value)}
      />
      <FormHelperText {...(form.nameIssue && { role: 'alert' })}>
        {form.nameIssue ?? words.nameHelp}
      </FormHelperText>
    </FormControl>
  )
}

const dots = { works: 'live', refused: 'problem', unknown: 'off' } as const

function Verdict({ result }: { result: CredentialTest }) {
  const describeTest = useTestText()
  return (
    <p className="flex items-baseline breaks-anywhere" data-outcome={result.outcome}>
      <StatusDot state={dots[result.outcome]} />
      {describeTest(result)}
    </p>
  )
}
