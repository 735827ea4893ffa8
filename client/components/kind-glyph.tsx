import { useTexts } from '#client/texts/texts.tsx'
import { type Kind, kinds } from '#shared/kinds.ts'

/** Outlines in a 16-unit box, centred, of equal visual weight. */
export const kindOutlines: Record<Kind, string> = {
  model: 'M8 2.75a5.25 5.25 0 1 1 0 10.5a5.25 5.25 0 0 1 0-10.5z',
  memory: 'M8 1.8L14.2 8L8 14.2L1.8 8z',
  prompt: 'M8 2.2L14.2 13H1.8z',
  tool: 'M3.4 3.4h9.2v9.2H3.4z',
  retriever: 'M8 1.9L13.4 5v6L8 14.1L2.6 11V5z',
  document: 'M1.8 4.6h12.4v6.8H1.8z',
  embeddings:
    'M8 2.2a5.8 5.8 0 1 1 0 11.6a5.8 5.8 0 0 1 0-11.6zM8 5.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 0 0 0-4.8z',
  agent: 'M3.4 2.2L13.8 8L3.4 13.8z',
  value: 'M2.2 6.2h11.6v3.6H2.2z',
  any: 'M8 2.75a5.25 5.25 0 1 1 0 10.5a5.25 5.25 0 0 1 0-10.5z',
}

export const kindColor = (kind: Kind) => `var(--joy-palette-kind-${kind})`

/** Kinds of files from newer versions become `any`. */
export function toKind(word: string): Kind {
  return Object.hasOwn(kinds, word) ? (word as Kind) : 'any'
}

type Props = {
  kind: Kind
  size?: number
  /** Not linked: draws the outline only. */
  open?: boolean
  /** Set where the name of the kind is already visible. */
  silent?: boolean
}

export function KindGlyph({ kind, size = 12, open = false, silent = false }: Props) {
  const { common } = useTexts()
  return (
    <svg
      className="kind-glyph block"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role="img"
      aria-label={common.kinds[kind]}
      aria-hidden={silent}
    >
      <KindShape kind={kind} open={open} />
    </svg>
  )
}

export function KindShape({ kind, open = false }: Pick<Props, 'kind' | 'open'>) {
  const color = kindColor(kind)
  const full = kind === 'any' ? 0.25 : 1
  return (
    <>
      <path
        d={kindOutlines[kind]}
        fill="var(--port-paper, none)"
        stroke="var(--port-moat, transparent)"
        strokeWidth={5}
        strokeLinejoin="round"
      />
      <path
        d={kindOutlines[kind]}
        fill={color}
        fillRule="evenodd"
        fillOpacity={open ? 0 : full}
        stroke={color}
        strokeWidth={kind === 'any' ? 2.2 : 1.6}
        strokeLinejoin="round"
        strokeDasharray={kind === 'any' ? '2.6 1.6' : undefined}
      />
    </>
  )
}
