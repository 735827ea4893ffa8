import { type MouseEvent, memo, useState } from 'react'
import { Link } from 'react-router'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { formatCost, formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'
import { tagsOf } from './arrange-flows.ts'
import { DraftMark } from './draft-mark.tsx'
import { FlowMenu } from './flow-menu.tsx'
import type { FlowActions } from './use-flow-actions.tsx'

type Props = { flow: FlowSummary; path: string; actions: FlowActions }

/** The graph, the name, what it did and what it cost in a week. The whole card is one link; its menu stands beside it. */
export const FlowCard = memo(function FlowCard({ flow, path, actions }: Props) {
  const { flows: texts } = useTexts()
  const [language] = useLanguage()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { id, name, thumbnail, isPublic, nodeCount, messages, cost, category, updatedDate } = flow

  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    setMenuOpen(true)
  }
  return (
    <li className="flow-card" data-menu-open={isMenuOpen || undefined} onContextMenu={openMenu}>
      <div className="flow-thumb">
        {thumbnail.boxes.length > 0 && <FlowFingerprint thumbnail={thumbnail} width={300} height={136} />}
      </div>
      <div className="flow-facts">
        <div className="flow-head">
          <h2>
            <Link to={path} className="flow-link" data-flow-link={id}>
              {name}
            </Link>
          </h2>
          <DraftMark draft={flow.draft} />
          {isPublic && (
            <span className="flow-state">
              <StatusDot state="live" size={8} />
              {texts.public}
            </span>
          )}
        </div>
        <dl>
          <ReceiptLine label={texts.columns.messages} value={formatNumber(messages, language)} />
          <ReceiptLine label={texts.columns.cost} value={formatCost(cost, language)} strong />
        </dl>
        <div className="flow-foot">
          {tagsOf(category).map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
          <span className="flow-nodes">{texts.nodes(nodeCount)}</span>
          <RelativeTime iso={updatedDate} />
        </div>
      </div>
      <FlowMenu flow={flow} actions={actions} isOpen={isMenuOpen} onOpenChange={setMenuOpen} />
    </li>
  )
})
