import { ItemCard } from '#client/components/item-card.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Tool, ToolUse } from '#shared/tools.ts'
import { readRows } from './schema-rows.ts'

export type Row = Tool & { use: ToolUse | undefined }
export type Actions = {
  edit: (row: Row) => void
  duplicate: (row: Row) => void
  exportFile: (row: Row) => void
  saveTemplate: (row: Row) => void
  remove: (row: Row) => void
}

export function ToolCard({ row, actions }: { row: Row; actions: Actions }) {
  const { tools: texts, common } = useTexts()
  const { name, description, use, schema, updatedDate } = row
  const count = use?.flows.length ?? 0
  const inputs = (readRows(schema) ?? []).map(({ property }) => property).filter(Boolean)
  return (
    <ItemCard
      name={name}
      isCode
      menuLabel={texts.menu(name)}
      actions={[
        { label: common.edit, run: () => actions.edit(row) },
        { label: texts.duplicate, run: () => actions.duplicate(row) },
        { label: texts.exportJson, run: () => actions.exportFile(row) },
        { label: texts.saveTemplate, run: () => actions.saveTemplate(row) },
        { label: common.delete, run: () => actions.remove(row), danger: true },
      ]}
      onOpen={() => actions.edit(row)}
    >
      <p
        className="tool-text clips text-13 line-20 text-secondary"
        data-missing={description === '' || undefined}
      >
        {description || texts.noDescription}
      </p>
      <dl className="grid gap-4" title={use?.flows.map((flow) => flow.name).join('\n')}>
        <ReceiptLine label={texts.usedIn} value={count === 0 ? texts.noFlow : texts.flows(count)} />
        <ReceiptLine label={texts.inputs} value={inputs.join(', ') || texts.noInputs} />
        <ReceiptLine label={texts.changed} value={<RelativeTime iso={updatedDate} />} />
      </dl>
    </ItemCard>
  )
}
