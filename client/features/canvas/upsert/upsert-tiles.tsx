import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import { formatNumber } from '#client/components/format-money.ts'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { labelText, nodeLabel } from '#client/texts/node-texts.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { ChecklistIssue } from '../checklist/use-checklist-issues.ts'
import type { UpsertStore } from '../graph/upsert-stores.ts'
import { viewOf } from '../store/card-view.ts'
import { useCanvas } from '../store/use-canvas.ts'

const TILE = 46
const GAP = 6

type Props = {
  store: UpsertStore
  issues: readonly ChecklistIssue[]
  /** Chunks after the last upsert. */
  inIndex: number | undefined
}

/** The nodes of an upsert in reading order: sources, models, store; each with its readiness. */
export function UpsertTiles({ store, issues, inIndex }: Props) {
  const { popup: texts, receipt } = useTexts().upserts
  const [language] = useLanguage()
  const direct = useCanvas(({ graph }) => {
    const sources = [...graph.edges.values()].flatMap(({ source, target }) =>
      target === store.id && store.nodes.has(source) && !store.loaders.includes(source) ? [source] : [],
    )
    return [...new Set(sources)].join('\n')
  })
  const middle = direct === '' ? [] : direct.split('\n')
  const columns = [store.loaders, ...(middle.length > 0 ? [middle] : []), [store.id]]
  const height = Math.max(...columns.map(heightOf))
  return (
    <ol className="upsert-tiles row unlisted flush unpadded scrolls-x" aria-label={texts.tiles}>
      {columns.map((ids, place) => (
        <li key={ids.join()} className="row shrinks">
          {place > 0 && <Wires from={columns[place - 1]?.length ?? 1} to={ids.length} height={height} />}
          <ul className="stack grows shrinks unlisted flush unpadded" style={{ gap: GAP }}>
            {ids.map((id) => (
              <Tile
                key={id}
                id={id}
                issues={issues}
                text={
                  id === store.id && inIndex !== undefined
                    ? receipt.chunks(inIndex, formatNumber(inIndex, language))
                    : undefined
                }
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

const heightOf = ({ length }: readonly unknown[]) => length * TILE + (length - 1) * GAP

function Tile({
  id,
  issues,
  text,
}: {
  id: string
  issues: readonly ChecklistIssue[]
  text: string | undefined
}) {
  const node = useCanvas(({ graph }) => graph.nodes.get(id))
  const templates = useCanvas((state) => state.templates)
  if (!node) {
    return null
  }
  const own = issues.filter(({ nodeId, severity }) => nodeId === id && severity !== 'tip')
  const isBlocked = own.some(({ blocking }) => blocking)
  const Sign = isBlocked ? CircleAlert : own.length > 0 ? TriangleAlert : Check
  const template = templates.get(node.data.name)
  return (
    <li
      className="upsert-tile row gap-6 outlined round-sm surface"
      style={{ '--kind': kindColor(viewOf(node, templates).kind), height: TILE } as CSSProperties}
      data-state={isBlocked ? 'blocking' : own.length > 0 ? 'warning' : 'ready'}
    >
      <span className="grows shrinks">
        <span className="block text-12 line-16 semibold truncate">{labelText(node.data.label)}</span>
        <span className="block text-12 line-16 text-tertiary truncate">
          {text ?? nodeLabel({ name: node.data.name, label: template?.label ?? node.data.name })}
        </span>
      </span>
      <Sign size={14} className="rigid" aria-hidden="true" />
    </li>
  )
}

/** Lines from the middle of every tile on the left to every tile on the right. */
function Wires({ from, to, height }: { from: number; to: number; height: number }) {
  const middles = (count: number) =>
    Array.from({ length: count }, (_, place) => {
      const top = (height - (count * TILE + (count - 1) * GAP)) / 2
      return top + place * (TILE + GAP) + TILE / 2
    })
  return (
    <svg className="rigid block text-tertiary" width={22} height={height} aria-hidden="true">
      {middles(from).flatMap((y) =>
        middles(to).map((end) => (
          <path
            key={`${y}-${end}`}
            d={`M0 ${y}C11 ${y} 11 ${end} 22 ${end}`}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
          />
        )),
      )}
    </svg>
  )
}
