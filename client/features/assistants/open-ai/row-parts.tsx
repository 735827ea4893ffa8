import type { RowAction } from '#client/components/row-menu.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Row } from './open-ai-details.ts'

// What the cards and the table both show of an assistant.

/** Where an assistant is answered, or what it lacks, before a flow fails with it. */
export function RunsOn({ row: { credential, model, type } }: { row: Row }) {
  const { runsOn: texts } = useTexts().assistants.openAi
  const isAzure = type === 'AZURE'
  // Azure credentials name a deployment themselves.
  const withoutModel = model === '' && !isAzure ? texts.noModel : undefined
  const lacking = credential === '' ? texts.noCredential : withoutModel
  return (
    <span className="inline-row gap-6 rigid text-12 text-secondary">
      <StatusDot state={lacking ? 'problem' : 'live'} size={8} />
      {lacking ?? (isAzure ? texts.azure : texts.responses)}
    </span>
  )
}

/** Azure credentials name a deployment themselves. */
export function useModelName() {
  const { openAi: texts, custom } = useTexts().assistants
  return ({ model, type }: Row) => model || (type === 'AZURE' ? texts.ownDeployment : custom.noModel)
}

/** Names of the tools of an assistant, with their files. */
export function useToolNames() {
  const { openAi: texts } = useTexts().assistants
  return ({ tools, functions, searchFiles, codeFiles }: Row): string[] => {
    const files: Partial<Record<string, number>> = { file_search: searchFiles, code_interpreter: codeFiles }
    const nameOf = (tool: string) => texts.toolNames[tool as keyof typeof texts.toolNames] ?? tool
    return [
      ...tools.map((tool) => {
        const count = files[tool] ?? 0
        return count > 0 ? `${nameOf(tool)} · ${texts.files(count)}` : nameOf(tool)
      }),
      ...functions,
    ]
  }
}

export type RowActions = {
  onOpen: (row: Row) => void
  onMove: (row: Row) => void
  onRemove: (row: Row) => void
}

export function useRowActions({ onOpen, onMove, onRemove }: RowActions): (row: Row) => RowAction[] {
  const { assistants, common } = useTexts()
  const { openAi: texts } = assistants
  return (row) => [
    { label: texts.edit, run: () => onOpen(row) },
    { label: texts.move, run: () => onMove(row) },
    { label: common.delete, danger: true, run: () => onRemove(row) },
  ]
}
