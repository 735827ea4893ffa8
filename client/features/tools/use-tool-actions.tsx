import { trpc } from '#client/api/trpc.ts'
import { downloadText } from '#client/components/download.ts'
import { Losses } from '#client/components/losses.tsx'
import { useRemoval } from '#client/components/use-removal.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { fileNameOf, type ToolContents, writeTool } from './tool-file.ts'

type Named = ToolContents & { id: string }

export function useToolActions() {
  const { tools: texts } = useTexts()
  const utils = trpc.useUtils()
  const deletion = trpc.tools.remove.useMutation({ onSuccess: () => utils.tools.invalidate() })
  const askAndRemove = useRemoval()

  function exportFile(tool: ToolContents) {
    downloadText(fileNameOf(tool), writeTool(tool))
  }

  /** Resolves to true once the tool is deleted. */
  const remove = ({ id, name }: Named) =>
    askAndRemove({
      title: texts.removeTitle(name),
      async describe() {
        const uses = await utils.tools.uses.fetch(undefined, { staleTime: 0 })
        const flows = uses.find((use) => use.id === id)?.flows.map((flow) => flow.name) ?? []
        return flows.length > 0 ? <Losses text={texts.removeUsed} names={flows} /> : texts.removeFree
      },
      confirmButtonName: texts.remove,
      remove: () => deletion.mutateAsync({ id }),
      removed: texts.removed(name),
    })

  return { exportFile, remove }
}
