import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { downloadText } from '#client/components/download.ts'
import { Losses } from '#client/components/losses.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ToolUse } from '#shared/tools.ts'
import { fileNameOf, type ToolContents, writeTool } from './tool-file.ts'

type Named = ToolContents & { id: string; use: ToolUse | undefined }

export function useToolActions() {
  const { tools: texts } = useTexts()
  const toasts = useToasts()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const deletion = trpc.tools.remove.useMutation()

  function exportFile(tool: ToolContents) {
    downloadText(fileNameOf(tool), writeTool(tool))
  }

  /** Returns true when the tool was deleted. */
  async function remove({ id, name, use }: Named): Promise<boolean> {
    const isConfirmed = await confirm({
      title: texts.removeTitle(name),
      description: use ? (
        <Losses text={texts.removeUsed} names={use.flows.map((flow) => flow.name)} />
      ) : (
        texts.removeFree
      ),
      confirmButtonName: texts.remove,
      danger: true,
    })
    if (!isConfirmed) {
      return false
    }
    try {
      await deletion.mutateAsync({ id })
      await utils.tools.invalidate()
      toasts.success(texts.removed(name))
      return true
    } catch (error) {
      toasts.error(errorText(error))
      return false
    }
  }

  return { exportFile, remove }
}
