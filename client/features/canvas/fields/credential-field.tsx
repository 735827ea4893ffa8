import { KeyRound, Plus } from 'lucide-react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { Choice } from '../popups/choice.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { FieldProps } from './field-props.ts'
import { withNone } from './options-field.tsx'

/** A stored credential of a kind the node takes, or a new one. */
export function CredentialField({ input, value, onChange, id, labelId, node }: FieldProps) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const kinds = [...(input.credentialNames ?? [])]
  const query = trpc.credentials.list.useQuery({ credentialName: kinds }, { staleTime: 30_000 })
  const stored = typeof value === 'string' ? value : ''
  const chosen = query.data?.find((credential) => credential.id === stored)
  const gone = query.data !== undefined && stored !== '' && !chosen
  const options = (query.data ?? []).map(({ id: name, name: label, shared }) => ({
    name,
    label,
    description: shared ? nodes.platformCredential : undefined,
  }))
  const notice = query.isError
    ? { text: toAppError(query.error).message, bad: true, onRetry: () => void query.refetch() }
    : query.isPending
      ? { text: nodes.loadingOptions }
      : undefined
  const said = chosen?.name ?? (gone ? nodes.credentialGone : '')

  return (
    <Choice
      id={id}
      labelId={labelId}
      label={input.label}
      icon={KeyRound}
      options={withNone(options, input.optional && stored ? nodes.none : undefined)}
      chosen={[stored]}
      bad={gone || (stored === '' && !input.optional)}
      notice={notice}
      onPick={onChange}
      action={
        node && {
          name: nodes.createCredential,
          icon: Plus,
          run: () => store.getState().put({ newCredential: { node, kinds } }),
        }
      }
    >
      {said || (stored === '' ? nodes.chooseOrCreate : '…')}
    </Choice>
  )
}
