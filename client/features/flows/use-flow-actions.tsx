import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { downloadText } from '#client/components/download.ts'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { type FlowContents, stripSecrets } from '#client/components/strip-secrets.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { writeStored } from '#client/components/use-storage.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
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
  const confirm = useConfirm()
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

  async function remove(flow: FlowSummary) {
    const { id, name } = flow
    const agreed = await confirm({
      title: texts.deleteTitle(name),
      description: <DeleteDetails flow={flow} />,
      confirmButtonName: texts.deleteConfirm,
      danger: true,
    })
    if (agreed) {
      removal.mutate(
        { id },
        {
          onSuccess: () => {
            writeStored(`${id}_INTERNAL`, undefined)
            toasts.info(texts.deleted(name))
          },
          onError: report(texts.deleteFailed(name)),
        },
      )
    }
  }

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

function DeleteDetails({ flow: { thumbnail, messages, isPublic } }: { flow: FlowSummary }) {
  const { flows: texts } = useTexts()
  const [language] = useLanguage()
  return (
    <>
      <span className="delete-details grid gap-16 items-center">
        <span className="flow-thumb centered line-below">
          {thumbnail.boxes.length > 0 && <FlowFingerprint thumbnail={thumbnail} width={96} height={64} />}
        </span>
        <dl className="flush">
          <ReceiptLine label={texts.deleteMessages} value={formatNumber(messages, language)} />
          {isPublic && <ReceiptLine label={texts.deleteLink} value={texts.deleteLinkCloses} />}
        </dl>
      </span>
      {texts.deleteText}
    </>
  )
}
