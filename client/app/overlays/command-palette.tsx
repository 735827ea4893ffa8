import { Palette } from '#client/features/palette/palette.tsx'
import type { Overlay } from './overlays.tsx'
import { useActions } from './use-actions.tsx'
import { useFlowCommands } from './use-flow-commands.tsx'
import { useNodeCommands } from './use-node-commands.tsx'
import { usePlaces } from './use-places.tsx'

type Props = { onClose: () => void; onOpen: (overlay: Overlay) => void }

/** Every flow, screen and action of this user in one list, and the nodes of the canvas below. */
export function CommandPalette({ onClose, onOpen }: Props) {
  const { flows, createNamed } = useFlowCommands()
  const nodes = useNodeCommands()
  const commands = [...flows, ...nodes, ...usePlaces(), ...useActions(onOpen)]
  return <Palette commands={commands} onCreate={createNamed} onClose={onClose} />
}
