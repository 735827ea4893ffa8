import { KeyRound, Plus } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { Choice } from '../popups/choice.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { FieldProps } from './field-props.ts'
import { noticeOf, withNone } from './options-field.tsx'

/** Chooses or creates a credential of a type the node accepts. */
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
  return (
    <Choice
      id={id}
      labelId={labelId}
      label={input.label}
      icon={KeyRound}
      options={withNone(options, input.optional && stored ? nodes.none : undefined)}
      chosen={[stored]}
      bad={gone || (stored === '' && !input.optional)}
      notice={noticeOf(query, nodes.loadingOptions)}
      onPick={onChange}
      action={
        node === undefined
          ? undefined
          : {
              name: nodes.createCredential,
              icon: Plus,
              run: () => store.getState().put({ newCredential: { node, kinds } }),
            }
      }
    >
      <Said name={chosen?.name} isEmpty={stored === ''} isGone={gone} />
    </Choice>
  )
}

function Said({ name, isEmpty, isGone }: { name: string | undefined; isEmpty: boolean; isGone: boolean }) {
  const { nodes } = useTexts()
  if (isEmpty) {
    return nodes.chooseOrCreate
  }
  return name ?? (isGone ? nodes.credentialGone : '…')
}
