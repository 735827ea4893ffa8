import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { AssistantCard } from '#shared/assistants.ts'
import type { AssistantPaths } from '../assistant-paths.ts'
import { PartChip } from '../part-chip.tsx'
import { AssistantState } from './assistant-state.tsx'

export type CardActions = {
  openAsFlow: (card: AssistantCard) => void
  exportFile: (card: AssistantCard) => void
  remove: (card: AssistantCard) => void
}

type Props = { card: AssistantCard; paths: AssistantPaths; actions: CardActions }

export function CustomCard({ card, paths, actions }: Props) {
  const { assistants } = useTexts()
  const { custom: texts, actions: words, start } = assistants
  const { common } = useTexts()
  const [language] = useLanguage()
  const { id, name, instruction, model, sources, tools, messages, cost, updatedDate } = card
  return (
    <li className="pressed-card assistant-card stack relative surface outlined round-md">
      <div className="row gap-8 spread">
        <h2 className="truncate shrinks">
          <Link className="card-link no-underline text-primary" to={paths.editor(id)}>
            {name}
          </Link>
        </h2>
        <AssistantState draft={card.draft} />
      </div>
      <p className="assistant-text clamps text-13 line-20 text-secondary">
        {instruction || texts.noInstruction}
      </p>
      <p className="assistant-chips flex wraps gap-6">
        <PartChip kind="model" text={model || texts.noModel} />
        {sources.length > 0 && (
          <PartChip
            kind="retriever"
            text={sources.length === 1 ? (sources[0] ?? '') : texts.sources(sources.length)}
          />
        )}
        {tools.length > 0 && (
          <PartChip kind="tool" text={tools.length === 1 ? (tools[0] ?? '') : texts.tools(tools.length)} />
        )}
      </p>
      <dl className="grid gap-4">
        <ReceiptLine label={start.messages} value={formatNumber(messages, language)} />
        <ReceiptLine label={start.cost} value={formatMoney(cost, language)} strong />
      </dl>
      <div className="assistant-foot row gap-6 text-12 text-tertiary">
        <RelativeTime iso={updatedDate} />
        <span className="assistant-actions row gap-6 pushed-right">
          <Button size="sm" variant="plain" color="neutral" onClick={() => actions.openAsFlow(card)}>
            {words.openAsFlow}
          </Button>
          <RowMenu
            label={texts.menu(name)}
            actions={[
              { label: words.exportFile, run: () => actions.exportFile(card) },
              { label: common.delete, run: () => actions.remove(card), danger: true },
            ]}
          />
        </span>
      </div>
    </li>
  )
}
