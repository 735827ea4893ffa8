import { Palette } from '#client/features/palette/palette.tsx'
import type { Overlay } from './overlays.tsx'
import { useActions } from './use-actions.tsx'
import { useFlowCommands } from './use-flow-commands.tsx'
import { useNodeCommands } from './use-node-commands.tsx'
import { usePlaces } from './use-places.tsx'
import { useScreenCommands } from './use-screen-commands.tsx'

type Props = { onClose: () => void; onOpen: (overlay: Overlay) => void }

export function CommandPalette({ onClose, onOpen }: Props) {
  const { flows, createNamed } = useFlowCommands()
  const screen = useScreenCommands()
  const commands = [
    ...(screen ?? []),
    ...useNodeCommands(),
    ...flows,
    ...usePlaces(),
    ...useActions(onOpen, createNamed),
  ]
  return <Palette commands={commands} isLoading={screen === undefined} onClose={onClose} />
}
