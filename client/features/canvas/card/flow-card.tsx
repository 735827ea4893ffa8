import { memo } from 'react'
import type { NodeProps } from 'reactflow'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { CardGrip } from './card-grip.tsx'
import { DrawnCard } from './drawn-card.tsx'
import { useShown } from './drawn-provider.tsx'
import { useNodeData } from './use-card.ts'
import { useShownDetail } from './use-shown-detail.ts'

type Props = Pick<NodeProps, 'id' | 'selected'>

/** A node: a card; of a large flow, where it is only painted, no more than can be taken hold of. */
export const FlowCard = memo(
  function FlowCard(props: Props) {
    const { id } = props
    const shown = useShown(id)
    if (shown === 'all' || shown === 'self') {
      return <Card {...props} atOnce={shown === 'all'} />
    }
    if (shown === 'none' || shown === 'grip') {
      return shown === 'grip' ? <CardGrip {...props} className="node-grip" /> : null
    }
    return <DrawnCard {...props} detail={shown} />
  },
  // Where a card stands is the business of what holds it.
  (before, after) => before.id === after.id && before.selected === after.selected,
)

/** A card with a form, its ports and, after a run, what it did. */
function Card({ atOnce, ...props }: Props & { atOnce: boolean }) {
  const detail = useShownDetail(atOnce)
  return detail === 'none' ? (
    <CardGrip {...props} className="node">
      <WaitingName id={props.id} />
    </CardGrip>
  ) : (
    <DrawnCard {...props} detail={detail} />
  )
}

/** All that is drawn of a card until it is its turn. */
function WaitingName({ id }: Pick<Props, 'id'>) {
  const label = useNodeData(id, nodeLabel) ?? ''
  return (
    <header className="node-head">
      <span className="node-title">
        <strong>{label}</strong>
      </span>
    </header>
  )
}
