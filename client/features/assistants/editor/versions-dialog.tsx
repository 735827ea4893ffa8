import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FlowVersion } from '#shared/flow-versions.ts'
import type { Draft } from './use-assistant-draft.ts'

type Props = { id: string; draft: Draft; onClose: () => void }

/** Versions of the assistant's flow. A restored one replaces the draft, which stays as a version. */
export function VersionsDialog({ id, draft, onClose }: Props) {
  const { versions: texts } = useTexts().assistants
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const list = trpc.flows.versions.list.useQuery({ id })
  const restoring = trpc.assistants.custom.restore.useMutation()

  async function restore({ id: versionId }: FlowVersion) {
    try {
      await draft.flush()
      const { revision } = await utils.flows.head.fetch({ id }, { staleTime: 0 })
      draft.show(await restoring.mutateAsync({ id, versionId, base: revision }))
      toasts.success(texts.restored)
      onClose()
    } catch (error) {
      toasts.error(errorText(error))
    }
  }

  return (
    <Dialog title={texts.title} size="m" onClose={onClose}>
      <AsyncView query={list}>
        {(all) => {
          const shown = all.filter(({ reason }) => reason !== 'created')
          return shown.length === 0 ? (
            <p className="text-13 text-secondary">{texts.none}</p>
          ) : (
            <ul className="assistant-versions unlisted unpadded stack gap-8" aria-label={texts.title}>
              {shown.map((version) => (
                <li key={version.id} className="row gap-12 outlined round-sm">
                  <span className="stack grows shrinks">
                    <strong className="text-14">
                      {version.name ?? texts.number(version.number)}
                      {version.isLive && <span className="text-12 text-secondary"> · {texts.live}</span>}
                    </strong>
                    <span className="text-12 text-tertiary">
                      <RelativeTime iso={version.createdDate} /> · {version.author.username}
                    </span>
                  </span>
                  <Button
                    size="sm"
                    variant="outlined"
                    color="neutral"
                    disabled={restoring.isPending}
                    onClick={() => void restore(version)}
                  >
                    {texts.restore}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }}
      </AsyncView>
    </Dialog>
  )
}
