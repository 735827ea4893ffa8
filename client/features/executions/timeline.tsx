import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Pause } from '#shared/executions.ts'
import { dots } from './execution-state.tsx'
import { type Branch, foldTime, groupVisits, type ShownVisit } from './group-visits.ts'
import { useValues } from './use-values.ts'

const INSET = 12
const INDENT = 18

type Props = {
  isEnded: boolean
  visits: readonly ShownVisit[]
  pauses: readonly Pause[]
  chosen: string | undefined
  onChoose: (key: string) => void
}

/** Rows begin at the same scale; time in which nothing could run takes no width. */
export function Timeline({ isEnded, visits, pauses, chosen, onChoose }: Props) {
  const { detail } = useTexts().executions
  const endOf = ({ at, endAt }: ShownVisit) => foldTime(endAt ?? at, pauses)
  const total = Math.max(1, ...visits.map(endOf))
  if (visits.length === 0) {
    return <p className="timeline-empty text-tertiary">{isEnded ? detail.stepsRemoved : detail.noSteps}</p>
  }
  return (
    <ul className="timeline" aria-label={detail.steps}>
      {groupVisits(visits).map((branch) => (
        <Row
          key={branch.id}
          branch={branch}
          depth={0}
          isRound={false}
          rest={{ pauses, total, chosen, onChoose }}
        />
      ))}
    </ul>
  )
}

type Rest = Omit<Props, 'visits' | 'isEnded'> & { total: number }

type RowProps = { branch: Branch; depth: number; isRound: boolean; rest: Rest }

function Row({ branch, depth, isRound, rest }: RowProps) {
  const { detail } = useTexts().executions
  const { cost } = useValues()
  const [isOpen, setOpen] = useState(branch.children.length <= 20)
  const { children, visits } = branch
  const label = useLabel(branch, isRound)
  const first = visits[0]
  const last = visits.at(-1)
  // A group of rounds or the steps of an item stand for no visit of their own.
  const key = branch.kind === 'visit' ? branch.id : undefined
  const isChosen = key !== undefined && key === rest.chosen
  return (
    <li>
      <div className="timeline-row grid gap-8 items-center min-height-36" data-chosen={isChosen || undefined}>
        <div
          className="timeline-name grid items-center shrinks"
          style={{ paddingLeft: INSET + depth * INDENT }}
        >
          {children.length > 0 ? (
            <button
              type="button"
              className="timeline-toggle min-height-28 pad-0-4 inherits-font inherits-color no-background borderless round-xs pressable"
              aria-expanded={isOpen}
              aria-label={isOpen ? detail.collapse(label) : detail.expand(label)}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
            </button>
          ) : (
            <span />
          )}
          <button
            type="button"
            className="timeline-label min-height-28 pad-0-4 inherits-font inherits-color no-background borderless round-xs pressable row gap-8 text-left"
            aria-current={isChosen || undefined}
            onClick={() => rest.onChoose(key ?? first?.key ?? '')}
          >
            {last && <StatusDot state={dots[stateOf(visits)]} />}
            <span className="truncate">{label}</span>
          </button>
        </div>
        <Bars visits={visits} rest={rest} />
        <span className="timeline-cost text-secondary text-right">
          {first?.costMicro === undefined ? '' : cost(branch.costMicro)}
        </span>
      </div>
      {isOpen && children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Row
              key={child.id}
              branch={child}
              depth={depth + 1}
              isRound={branch.kind === 'rounds'}
              rest={rest}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

function useLabel({ kind, label, item, visits }: Branch, isRound: boolean) {
  const { detail } = useTexts().executions
  if (kind === 'item') {
    return detail.item(item ?? 1)
  }
  if (kind === 'rounds') {
    return detail.rounds(label, visits.length)
  }
  return isRound ? detail.round(visits[0]?.round ?? 1) : label
}

function stateOf(visits: readonly ShownVisit[]): ShownVisit['state'] {
  const order = ['waiting', 'running', 'failed', 'stopped'] as const
  return order.find((state) => visits.some((visit) => visit.state === state)) ?? 'finished'
}

function Bars({ visits, rest: { pauses, total } }: { visits: readonly ShownVisit[]; rest: Rest }) {
  const { detail } = useTexts().executions
  const { duration } = useValues()
  const spent = visits.reduce((sum, { at, endAt, waitedMs }) => sum + (endAt ?? at) - at - waitedMs, 0)
  const waited = visits.reduce((sum, { waitedMs }) => sum + waitedMs, 0)
  return (
    <>
      <span className="timeline-track relative" aria-hidden="true">
        {visits.map((visit) => {
          const from = foldTime(visit.at, pauses)
          const to = visit.endAt === null ? total : foldTime(visit.endAt, pauses)
          const style = { left: `${(from / total) * 100}%`, width: `${((to - from) / total) * 100}%` }
          return (
            <i className="absolute backdrop-solid" key={visit.key} data-state={visit.state} style={style} />
          )
        })}
      </span>
      <span className="timeline-time text-secondary text-right">
        {duration(Math.max(0, spent))}
        {waited > 0 && <em className="block upright text-warning">{detail.waitedHere(duration(waited))}</em>}
      </span>
    </>
  )
}
