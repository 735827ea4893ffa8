import './fingerprint.css'
import { useMemo } from 'react'
import type { Thumbnail } from '#shared/flows.ts'
import { layOutFingerprint, type Tile } from './fingerprint-layout.ts'
import { KindShape, kindColor } from './kind-glyph.tsx'

type Props = {
  thumbnail: Thumbnail
  width: number
  height: number
  /** Placeholder for a flow that does not exist yet: dashed, without colour. */
  ghost?: boolean
}

export function FlowFingerprint({ thumbnail, width, height, ghost = false }: Props) {
  const { tiles, threads } = useMemo(
    () => layOutFingerprint(thumbnail, width, height),
    [thumbnail, width, height],
  )
  return (
    <svg
      className="fingerprint block"
      data-ghost={ghost || undefined}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {numbered(threads, ({ path }) => path).map(({ key, path, kind }) => (
        <path key={key} className="fingerprint-thread" d={path} stroke={kindColor(kind)} />
      ))}
      {numbered(tiles, ({ x, y }) => `${x},${y}`).map(({ key, ...tile }) => (
        <TileShape key={key} {...tile} />
      ))}
      {!ghost &&
        numbered(threads, ({ path }) => path).map(({ key, kind, startX, startY }) => (
          <svg
            key={key}
            x={startX - 4.4}
            y={startY - 4.4}
            width={8.8}
            height={8.8}
            viewBox="0 0 16 16"
            aria-hidden="true"
          >
            <KindShape kind={kind} />
          </svg>
        ))}
    </svg>
  )
}

/** Keys by position. Cards at the same position get different numbers. */
function numbered<Item>(items: readonly Item[], placeOf: (item: Item) => string) {
  const taken = new Map<string, number>()
  return items.map((item) => {
    const place = placeOf(item)
    const count = (taken.get(place) ?? 0) + 1
    taken.set(place, count)
    return { ...item, key: `${place}#${count}` }
  })
}

function TileShape({ x, y, width, height, kind, rows }: Tile) {
  const lines = Math.max(0, Math.min(rows, Math.floor((height - 15) / 7)))
  const inner = width - 16
  return (
    <g>
      <rect className="fingerprint-tile" x={x} y={y} width={width} height={height} rx={3.5} />
      <path
        className="fingerprint-edge"
        d={`M${x + 3} ${y}h-.2a2.8 2.8 0 0 0-2.8 2.8v${Math.max(0, height - 5.6)}a2.8 2.8 0 0 0 2.8 2.8h.2z`}
        style={{ fill: kindColor(kind) }}
      />
      {height > 12 && inner > 4 && (
        <rect className="fingerprint-title" x={x + 8} y={y + 7} width={inner * 0.7} height={2.4} rx={1.2} />
      )}
      {inner > 4 &&
        Array.from({ length: lines }, (_, line) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one picture have nothing but their place
            key={line}
            className="fingerprint-line"
            x={x + 8}
            y={y + 15 + line * 7}
            width={inner * (line % 2 === 0 ? 1 : 0.72)}
            height={1.8}
            rx={0.9}
          />
        ))}
    </g>
  )
}
