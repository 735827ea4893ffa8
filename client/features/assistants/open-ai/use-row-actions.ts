import type { RowAction } from '#client/components/row-menu.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Row } from './open-ai-details.ts'

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
