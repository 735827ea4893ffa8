import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { PartChip } from '../part-chip.tsx'
import { AssistantIcon } from './assistant-icon.tsx'
import type { Row } from './open-ai-details.ts'
import { type RowActions, RunsOn, useModelName, useRowActions, useToolNames } from './row-parts.tsx'

/** Pressing the card opens the assistant. */
export function OpenAiCard({ row, actions }: { row: Row; actions: RowActions }) {
  const { assistants } = useTexts()
  const { openAi: texts, custom } = assistants
  const modelName = useModelName()(row)
  const toolNames = useToolNames()(row)
  const menu = useRowActions(actions)
  const { name, description, instructions, searchFiles, codeFiles, updatedDate } = row
  return (
    <li className="pressed-card assistant-card stack relative surface outlined round-md">
      <div className="row gap-12">
        <AssistantIcon row={row} />
        <div className="grows shrinks">
          <h2 className="truncate">
            <button
              type="button"
              className="card-link truncate block full-width unpadded inherits-font text-primary no-background borderless pressable text-left"
              onClick={() => actions.onOpen(row)}
            >
              {name}
            </button>
          </h2>
          <RunsOn row={row} />
        </div>
      </div>
      <p className="assistant-text clamps text-13 line-20 text-secondary">
        {description || instructions || custom.noInstruction}
      </p>
      <p className="assistant-chips flex wraps gap-6">
        <PartChip kind="model" text={modelName} />
        {toolNames.map((tool) => (
          <PartChip key={tool} kind="tool" text={tool} />
        ))}
      </p>
      <dl className="grid gap-4">
        <ReceiptLine label={texts.columns.files} value={String(searchFiles + codeFiles)} />
      </dl>
      <div className="assistant-foot row gap-6 text-12 text-tertiary">
        <RelativeTime iso={updatedDate} />
        <span className="assistant-actions pushed-right">
          <RowMenu label={custom.menu(name)} actions={menu(row)} />
        </span>
      </div>
    </li>
  )
}
