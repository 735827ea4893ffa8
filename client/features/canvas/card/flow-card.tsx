import { memo } from 'react'
import { type NodeProps, useStore } from 'reactflow'
import { useCanvasOf } from '../store/use-canvas.ts'
import { isInHand } from '../store/watch.ts'
import { CardGrip } from './card-grip.tsx'
import { isPainted } from './detail.ts'
import { DrawnCard } from './drawn-card.tsx'
import { useNodeData } from './use-card.ts'
import { useShownDetail } from './use-shown-detail.ts'

type Props = Pick<NodeProps, 'id' | 'selected'>

/** A node: a card; of a large flow seen from far away, only what can be taken hold of. */
export const FlowCard = memo(
  function FlowCard(props: Props) {
    const { id } = props
    const far = useStore(isPainted)
    const picturing = useCanvasOf(id, (state) => state.picturing)
    const inHand = useCanvasOf(id, (state) => isInHand(id, state))
    if (far && !picturing) {
      return inHand ? <CardGrip {...props} className="node-grip" /> : null
    }
    return <Card {...props} atOnce={picturing} />
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
  const label = useNodeData(id, (data) => data.label || data.name) ?? ''
  return (
    <header className="node-head">
      <span className="node-title">
        <strong>{label}</strong>
      </span>
    </header>
  )
}
