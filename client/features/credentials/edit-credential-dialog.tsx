import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { CredentialDialog } from '#client/components/credential-form/credential-dialog.tsx'
import { kindNamed, useKinds } from '#client/components/credential-form/credential-kinds.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Credential } from '#shared/credentials.ts'

type Stored = { credential: Credential; onClose: () => void }

/** An existing credential: its fields are fetched, its secrets are not. */
export function EditCredentialDialog({ credential: listed, onClose }: Stored) {
  const { form } = useTexts().credentials
  // Secrets may have been replaced since the last fetch, so the cache is never used.
  const credential = trpc.credentials.get.useQuery({ id: listed.id }, { gcTime: 0, staleTime: 0 })
  const kinds = useKinds()
  // Encrypted with another key: its values are lost and must be entered again.
  const isLost = credential.error !== null && toAppError(credential.error).code === 'CONFLICT'
  const shown = isLost ? { ...listed, plainDataObj: {} } : credential.data
  if (kinds.data && shown && !credential.isFetching) {
    const kind = kindNamed(kinds.data, shown.credentialName)
    return (
      <CredentialDialog
        kind={kind}
        onClose={onClose}
        credential={shown}
        lost={isLost ? credential.error : undefined}
      />
    )
  }
  const waiting = kinds.data ? credential : kinds
  return (
    <Dialog title={form.edit(listed.name)} size="m" onClose={onClose}>
      <AsyncView
        query={{ ...waiting, data: undefined, isPending: waiting.isFetching }}
        errorTitle={form.loadFailed}
      >
        {() => null}
      </AsyncView>
    </Dialog>
  )
}
