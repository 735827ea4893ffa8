import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import type { Kind } from '#shared/kinds.ts'
import type { NodeTemplate } from '#shared/nodes.ts'

type Props = { node: Pick<NodeTemplate, 'name' | 'icon'>; kind: Kind }

/** Icon of a node on a tile in the colour of its kind. Marks of providers are drawn as the shape of the kind. */
export function NodeMark({ node: { name, icon }, kind }: Props) {
  const maskImage = `url("/api/v1/node-icon/${encodeURIComponent(name)}")`
  return (
    <span className="node-mark centered rigid round-6" style={{ color: kindColor(kind) }} aria-hidden="true">
      {icon.startsWith('mark-') ? <KindGlyph kind={kind} size={15} silent /> : <i style={{ maskImage }} />}
    </span>
  )
}
