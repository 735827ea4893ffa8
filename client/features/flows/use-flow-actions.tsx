import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { downloadText } from '#client/components/download.ts'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { FlowLosses } from '#client/components/flow-losses.tsx'
import { type FlowContents, stripSecrets } from '#client/components/strip-secrets.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useRemoval } from '#client/components/use-removal.tsx'
import { writeStored } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FlowSummary } from '#shared/flows.ts'

export type FlowPaths = {
  newCanvas: string
  canvas: (id: string) => string
  canvasWithQuestion: (id: string, question: string) => string
  /** A new canvas with the description field open. */
  describing: string
}

export function useFlowActions(paths: FlowPaths) {
  const { flows: texts, common } = useTexts()
  const toasts = useToasts()
  const askAndRemove = useRemoval()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const refresh = () => utils.flows.invalidate()
  const duplicating = trpc.flows.duplicate.useMutation({ onSuccess: refresh })
  const removal = trpc.flows.remove.useMutation({ onSuccess: refresh })

  const report = (sentence: string) => (error: unknown) => toasts.error(`${sentence} ${errorText(error)}`)

  function duplicate({ id, name }: FlowSummary) {
    duplicating.mutate(
      { id, name: texts.copyOf(name).slice(0, 255) },
      {
        onSuccess: (copy) =>
          toasts.success(texts.duplicated(copy.name), {
            label: common.open,
            onClick: () => navigate(paths.canvas(copy.id)),
          }),
        onError: report(texts.duplicateFailed(name)),
      },
    )
  }

  async function exportFlow({ id, name }: FlowSummary) {
    try {
      const { flowData, description } = await utils.flows.get.fetch({ id })
      const { nodes, edges } = JSON.parse(flowData) as Partial<FlowContents>
      // Flowise's template files store the description in the same place.
      const file = {
        ...(description && { description }),
        ...stripSecrets({ nodes: nodes ?? [], edges: edges ?? [] }),
      }
      downloadText(`${name} Chatflow.json`, JSON.stringify(file, null, 2))
    } catch (error) {
      report(texts.exportFailed(name))(error)
    }
  }

  const remove = ({ id, name, thumbnail }: FlowSummary) =>
    askAndRemove({
      title: texts.deleteTitle(name),
      async describe() {
        const lost = await utils.flows.losses.fetch({ id }, { staleTime: 0 })
        const picture = thumbnail.boxes.length > 0 && (
          <span className="flow-thumb centered">
            <FlowFingerprint thumbnail={thumbnail} width={96} height={64} />
          </span>
        )
        return <FlowLosses text={texts.deleteText} lost={lost} picture={picture} />
      },
      confirmButtonName: texts.deleteConfirm,
      async remove() {
        await removal.mutateAsync({ id })
        writeStored(`${id}_INTERNAL`, undefined)
      },
      removed: texts.deleted(name),
      failed: texts.deleteFailed(name),
    })

  return {
    open: ({ id }: FlowSummary) => navigate(paths.canvas(id)),
    createBlank: () => navigate(paths.newCanvas),
    describe: () => navigate(paths.describing),
    duplicate,
    exportFlow,
    remove,
  }
}

export type FlowActions = ReturnType<typeof useFlowActions> & { rename: (flow: FlowSummary) => void }
