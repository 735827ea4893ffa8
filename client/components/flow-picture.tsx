import './flow-picture.css'
import type { ReactNode } from 'react'
import type { Kind } from '#shared/kinds.ts'
import { KindShape, kindColor } from './kind-glyph.tsx'

export type PictureCard = {
  x: number
  y: number
  width: number
  title: string
  kind: Kind
  fields?: [label: string, value: string][]
  inputs?: { label: string; kind: Kind }[]
  /** Named handle at the lower right; without a name the port is beside the first field. */
  answer?: string
  lit?: boolean
}

export type PictureWire = { from: number; to: number; input: number }

const HEAD = 41
const FIELD = 22
const INPUT = 35

function cardHeight({ fields = [], inputs = [], answer }: PictureCard) {
  return HEAD + 14 + fields.length * FIELD + inputs.length * INPUT + (answer ? INPUT : 0) + 6
}

export function outputOf(card: PictureCard) {
  const y = card.answer ? card.y + cardHeight(card) - 32 : card.y + HEAD + 12
  return { x: card.x + card.width, y }
}

function inputOf(card: PictureCard, index: number) {
  return { x: card.x, y: card.y + HEAD + 14 + (card.fields?.length ?? 0) * FIELD + (index + 0.7) * INPUT }
}

type Props = {
  label: string
  viewBox: string
  cards: PictureCard[]
  wires: PictureWire[]
  running?: boolean
  children?: ReactNode
}

export function FlowPicture({ label, viewBox, cards, wires, running = false, children }: Props) {
  return (
    <svg
      className="flow-picture block full-width full-height"
      viewBox={viewBox}
      role="img"
      aria-label={label}
    >
      {wires.map(({ from, to, input }) => {
        const [source, target] = [cards[from], cards[to]]
        return (
          source &&
          target && (
            <Wire
              key={`${from}-${input}`}
              kind={source.kind}
              d={wirePath(source, target, input)}
              running={running}
            />
          )
        )
      })}
      {cards.map((card) => (
        <Card key={card.title} card={card} />
      ))}
      {children}
    </svg>
  )
}

function wirePath(source: PictureCard, target: PictureCard, input: number) {
  const [a, b] = [outputOf(source), inputOf(target, input)]
  const bend = Math.max(40, (b.x - a.x) / 2)
  return `M${a.x} ${a.y}C${a.x + bend} ${a.y} ${b.x - bend} ${b.y} ${b.x} ${b.y}`
}

export function Wire({ kind, d, running }: { kind: Kind; d: string; running: boolean }) {
  return (
    <g style={{ stroke: kindColor(kind) }}>
      <path className="picture-wire" d={d} />
      {running && <path className="picture-beads" d={d} />}
    </g>
  )
}

function Card({ card }: { card: PictureCard }) {
  const { x, y, width, title, kind, fields = [], inputs = [], answer, lit } = card
  const height = cardHeight(card)
  const output = outputOf(card)
  return (
    <g>
      {lit && (
        <rect className="picture-ring" x={x - 3} y={y - 3} width={width + 6} height={height + 6} rx={13} />
      )}
      <rect
        className="picture-card"
        data-lit={lit || undefined}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={10}
      />
      <path
        d={`M${x + 3} ${y + 0.5}a10 10 0 0 0 -3 8v${height - 17}a10 10 0 0 0 3 8z`}
        style={{ fill: kindColor(kind) }}
      />
      <text className="picture-title semibold" x={x + 18} y={y + 26}>
        {title}
      </text>
      <path className="picture-rule" d={`M${x + 3} ${y + HEAD}h${width - 3}`} />
      {fields.map(([name, value], row) => (
        <g key={name}>
          <text className="picture-label" x={x + 18} y={y + HEAD + 27 + row * FIELD}>
            {name}
          </text>
          <text className="picture-value" x={x + width - 18} y={y + HEAD + 27 + row * FIELD} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {inputs.map((input, index) => {
        const port = inputOf(card, index)
        return (
          <g key={input.label}>
            <text className="picture-label" x={x + 18} y={port.y + 5}>
              {input.label}
            </text>
            <PicturePort kind={input.kind} {...port} />
          </g>
        )
      })}
      {answer && (
        <text className="picture-label" x={x + width - 18} y={output.y + 5} textAnchor="end">
          {answer}
        </text>
      )}
      <PicturePort kind={kind} {...output} />
    </g>
  )
}

function PicturePort({ kind, x, y }: { kind: Kind; x: number; y: number }) {
  return (
    <svg x={x - 8} y={y - 8} width={16} height={16} viewBox="0 0 16 16" aria-hidden="true" overflow="visible">
      <KindShape kind={kind} />
    </svg>
  )
}
