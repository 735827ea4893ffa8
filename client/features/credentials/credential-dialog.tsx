import { Button, FormControl, FormHelperText, Input, Switch } from '@mui/joy'
import { PlugZap } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { useUser } from '#client/api/use-session.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { CredentialTest } from '#shared/credentials.ts'
import { CredentialField, plainText } from './credential-field.tsx'
import { type OpenCredential, useCredentialForm } from './use-credential-form.ts'
import { useTestText } from './use-credential-tests.ts'
import { type CredentialKind, kindNamed, useKinds } from './use-kinds.ts'

type Stored = { id: string; name: string; onClose: () => void }

/** One that is stored: its fields are fetched, its secrets are not. */
export function EditCredentialDialog({ id, name, onClose }: Stored) {
  const { form } = useTexts().credentials
  // Secrets may have been replaced since: never from what was fetched before.
  const credential = trpc.credentials.get.useQuery({ id }, { gcTime: 0, staleTime: 0 })
  const kinds = useKinds()
  if (kinds.data && credential.data && !credential.isFetching) {
    const kind = kindNamed(kinds.data, credential.data.credentialName)
    return <CredentialDialog kind={kind} onClose={onClose} credential={credential.data} />
  }
  const waiting = kinds.data ? credential : kinds
  return (
    <Dialog title={form.edit(name)} size="m" onClose={onClose}>
      <AsyncView
        query={{ ...waiting, data: undefined, isPending: waiting.isFetching }}
        errorTitle={form.loadFailed}
      >
        {() => null}
      </AsyncView>
    </Dialog>
  )
}

type Props = {
  kind: CredentialKind
  credential?: OpenCredential
  onClose: () => void
  onBack?: () => void
}

/** The form a kind of credential declares, with a way to try it before it is kept. */
export function CredentialDialog({ kind, credential, onClose, onBack }: Props) {
  const { form: words } = useTexts().credentials
  const errorText = useErrorText()
  const user = useUser()
  const confirm = useConfirm()
  const form = useCredentialForm({ kind, credential, onDone: onClose })
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
      title={credential ? words.edit(credential.name) : words.add(kind.label)}
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
      <div className="credential-form">
        {error && <FormBanner>{errorText(error)}</FormBanner>}
        <NameField form={form} />
        {kind.inputs.map((input) => (
          <CredentialField
            key={input.name}
            input={input}
            value={form.values[input.name]}
            onChange={(value) => form.setValue(input.name, value)}
            error={form.faultOf(input.name)}
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
    <FormControl error={form.nameFault !== undefined}>
      <FieldLabel label={words.name} required />
      <Input
        name="name"
        autoFocus
        autoComplete="off"
        value={form.name}
        onChange={({ target }) => form.setName(target.value)}
      />
      <FormHelperText {...(form.nameFault && { role: 'alert' })}>
        {form.nameFault ?? words.nameHelp}
      </FormHelperText>
    </FormControl>
  )
}

const dots = { works: 'live', refused: 'problem', unknown: 'off' } as const

function Verdict({ result }: { result: CredentialTest }) {
  const say = useTestText()
  return (
    <p data-outcome={result.outcome}>
      <StatusDot state={dots[result.outcome]} />
      {say(result)}
    </p>
  )
}
