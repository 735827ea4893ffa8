import { type MouseEvent, memo, useState } from 'react'
import { Link } from 'react-router'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'
import { tagsOf } from './arrange-flows.ts'
import { FlowDescription } from './flow-description.tsx'
import { FlowMenu } from './flow-menu.tsx'
import { FlowState } from './flow-state.tsx'
import type { FlowActions } from './use-flow-actions.tsx'

type Props = { flow: FlowSummary; path: string; actions: FlowActions }

/** The whole card is one link; its menu is a sibling, not inside the link. */
export const FlowCard = memo(function FlowCard({ flow, path, actions }: Props) {
  const { flows: texts, flowList } = useTexts()
  const [language] = useLanguage()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { id, name, thumbnail, isPublic, messages, cost, category, updatedDate, version, changeCount } = flow

  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    setMenuOpen(true)
  }
  return (
    <li
      className="flow-card relative clips surface outlined round-md"
      data-menu-open={isMenuOpen || undefined}
      onContextMenu={openMenu}
    >
      <div className="flow-thumb centered line-below">
        {thumbnail.boxes.length > 0 && <FlowFingerprint thumbnail={thumbnail} width={300} height={136} />}
      </div>
      <div className="flow-facts">
        <div className="flow-head row spread gap-8">
          <h2 className="shrinks text-14 line-20 semibold flush">
            <Link
              to={path}
              className="flow-link clips breaks-anywhere text-primary no-underline"
              data-flow-link={id}
            >
              {name}
            </Link>
          </h2>
          <FlowState draft={flow.draft} />
        </div>
        <FlowDescription flow={flow} />
        <dl>
          <ReceiptLine label={texts.columns.messages} value={formatNumber(messages, language)} />
          <ReceiptLine label={texts.columns.cost} value={formatMoney(cost, language)} strong />
        </dl>
        <div className="flow-foot row wraps gap-4 text-12 line-18 text-tertiary margin-top-10">
          {isPublic && <span className="tag tag-public">{texts.public}</span>}
          {tagsOf(category).map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
          {changeCount > 0 && version !== null && (
            <span className="flow-changes text-warning">{flowList.changes(changeCount, version)}</span>
          )}
          <RelativeTime iso={updatedDate} />
        </div>
      </div>
      <FlowMenu flow={flow} actions={actions} isOpen={isMenuOpen} onOpenChange={setMenuOpen} />
    </li>
  )
})
