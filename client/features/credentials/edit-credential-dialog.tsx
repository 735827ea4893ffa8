import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { CredentialDialog } from '#client/components/credential-form/credential-dialog.tsx'
import { kindNamed, useKinds } from '#client/components/credential-form/credential-kinds.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'

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
