import {
  ArrowUpCircle,
  ClipboardCopy,
  Copy,
  Info,
  Link2,
  Link as LinkIcon,
  PackagePlus,
  Pencil,
  Power,
  Replace,
  SquareDashed,
  StickyNote,
  Trash2,
  Ungroup,
} from 'lucide-react'
import { useMemo } from 'react'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import { isDisabled } from '#shared/disabled-nodes.ts'
import { isNote } from '#shared/flow-file.ts'
import { createArranging } from '../arrange/arrange-actions.ts'
import { newerVersion, useNodeUpdate } from '../card/card.ts'
import { isArea } from '../graph/areas.ts'
import { canDisable } from '../graph/edit.ts'
import { type GraphNode, positionOf } from '../graph/flow-graph.ts'
import { Menu } from '../popups/popups.ts'
import { createRunItems } from '../run/run.ts'
import { insertNote } from '../store/insert.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { createActions, switchSelected } from './actions.ts'
import { useKeyMap } from './preferences.ts'
import type { View } from './use-view.ts'

export function NodeMenu({ view }: { view: View }) {
  const { nodes, board, canvas, canvasRun, canvasTools, parts } = useTexts()
  const store = useCanvasStore()
  const { shown } = useKeyMap()
  const menu = useCanvas((state) => state.nodeMenu)
  const actions = useMemo(() => createActions(store, view), [store, view])
  const update = useNodeUpdate()
  const arranging = useMemo(() => createArranging(store), [store])
  if (!menu) {
    return null
  }
  const { node, at } = menu
  const found = store.getState().graph.nodes.get(node)
  const plain = found ? isNote(found) && !isArea(found) : false
  const { put, select, graph, templates } = store.getState()
  const isPlainCard = found !== undefined && !isNote(found) && !isControlFlow(found.type)
  const newer = newerVersion(graph, node, templates)
  const runItems = createRunItems(store, node, canvasRun)
  // Applies to the whole selection when the node is part of it, else to the node alone.
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
                  ...shown('connect'),
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
          {
            name: board.copyLink,
            icon: LinkIcon,
            run: () => void navigator.clipboard?.writeText(linkTo(node)).catch(() => undefined),
          },
          {
            name: canvas.addNote,
            icon: StickyNote,
            run: () => {
              const { x, y } = found ? positionOf(found) : { x: 0, y: 0 }
              insertNote(store, { x, y: y - 160 })
            },
          },
          ...(isArea(found)
            ? [
                { name: parts.keep, icon: PackagePlus, run: () => put({ savedPart: node }) },
                { name: board.ungroup, icon: Ungroup, keys: 'Ctrl ⇧ G', run: withNode(arranging.ungroup) },
              ]
            : [
                {
                  name: board.group,
                  icon: SquareDashed,
                  keys: 'Ctrl G',
                  run: withNode(() => arranging.group(board.newGroup)),
                },
              ]),
        ],
        ...(isPlainCard
          ? [
              [
                { name: board.replaceMenu, icon: Replace, run: () => put({ replaceList: { node, at } }) },
                ...(newer === undefined
                  ? []
                  : [{ name: board.updateTo(newer), icon: ArrowUpCircle, run: () => void update(node) }]),
              ],
            ]
          : []),
        powerItems(found, canvasTools).map((item) => ({
          ...item,
          ...shown('disable'),
          run: withNode(() => switchSelected(store)),
        })),
        ...(plain ? [] : [runItems]),
        [{ name: nodes.delete, icon: Trash2, keys: '⌫', danger: true, run: withNode(actions.remove) }],
      ]}
    />
  )
}

function powerItems(node: GraphNode | undefined, words: Texts['canvasTools']) {
  const isOff = node !== undefined && isDisabled(node)
  return canDisable(node) ? [{ name: isOff ? words.enable : words.disable, icon: Power }] : []
}

/** Ports of control-flow steps accept no wires of other kinds. */
function isControlFlow(type: string | undefined) {
  return type === 'agentFlow' || type === 'iteration'
}

function linkTo(node: string): string {
  const address = new URL(location.href)
  address.searchParams.set('node', node)
  return address.href
}
