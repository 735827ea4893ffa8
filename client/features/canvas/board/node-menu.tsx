import { ClipboardCopy, Copy, Info, Link2, Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { isNote } from '#shared/flow-file.ts'
import { Menu } from '../popups/menu.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { createActions } from './actions.ts'
import type { View } from './use-view.ts'

/** What can be done with a node: from its dots, a right click, or Shift and F10. */
export function NodeMenu({ view }: { view: View }) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const menu = useCanvas((state) => state.nodeMenu)
  const actions = useMemo(() => createActions(store, view), [store, view])
  if (!menu) {
    return null
  }
  const { node, at } = menu
  const found = store.getState().graph.nodes.get(node)
  const plain = found ? isNote(found) : false
  const { put, select } = store.getState()
  // Within a selection it is for all of it, elsewhere for the one node.
  const withNode = (action: () => void) => () => {
    if (!store.getState().selectedNodes.includes(node)) {
      select([node])
    }
    action()
  }

  return (
    <Menu
      at={at}
      label={nodes.menu}
      onClose={() => put({ nodeMenu: undefined })}
      groups={[
        [
          { name: nodes.open, icon: Info, keys: '↵', run: withNode(() => put({ dock: 'inspector' })) },
          ...(plain
            ? []
            : [
                {
                  name: nodes.rename,
                  icon: Pencil,
                  keys: 'F2',
                  run: withNode(() => put({ renaming: node })),
                },
                {
                  name: nodes.connectToSomething,
                  icon: Link2,
                  keys: 'C',
                  run: () => put({ targetList: { node, at } }),
                },
              ]),
        ],
        [
          { name: nodes.duplicate, icon: Copy, keys: 'Ctrl D', run: withNode(actions.duplicate) },
          {
            name: nodes.copyId,
            icon: ClipboardCopy,
            run: () => void navigator.clipboard?.writeText(node).catch(() => undefined),
          },
        ],
        [{ name: nodes.delete, icon: Trash2, keys: '⌫', danger: true, run: withNode(actions.remove) }],
      ]}
    />
  )
}
