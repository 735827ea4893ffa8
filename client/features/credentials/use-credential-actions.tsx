import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useRemoval } from '#client/components/use-removal.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Credential, CredentialUse } from '#shared/credentials.ts'

export function useCredentialActions() {
  const { credentials: texts } = useTexts()
  const askAndRemove = useRemoval()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const deletion = trpc.credentials.remove.useMutation({ onSuccess: () => utils.credentials.invalidate() })
  const update = trpc.credentials.update.useMutation()

  const remove = ({ id, name }: Credential) =>
    askAndRemove({
      title: texts.removeTitle(name),
      describe: async () => <Losses use={await utils.credentials.usesOf.fetch({ id }, { staleTime: 0 })} />,
      confirmButtonName: texts.remove,
      remove: () => deletion.mutateAsync({ id }),
      removed: texts.removed(name),
    })

  async function share({ id, name, shared }: Credential) {
    try {
      await update.mutateAsync({ id, shared: !shared })
      await utils.credentials.invalidate()
      toasts.success(shared ? texts.unsharedNow(name) : texts.sharedNow(name))
    } catch (error) {
      toasts.error(errorText(error))
    }
  }

  return { remove, share }
}

const NAMED = 5

function Losses({ use: { flows, others } }: { use: CredentialUse }) {
  const { credentials: texts } = useTexts()
  if (flows.length + others === 0) {
    return texts.removeFree
  }
  return (
    <>
      {flows.length > 0 && (
        <>
          {texts.removeUsed(flows.length)}
          <ul className="loss-list pad-left-20">
            {flows.slice(0, NAMED).map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
            {flows.length > NAMED && <li>{texts.moreFlows(flows.length - NAMED)}</li>}
          </ul>
        </>
      )}
      {others > 0 && <p>{texts.removeOthers(others)}</p>}
    </>
  )
}
