import { type RefObject, useEffect } from 'react'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import { createArranging, useTidy } from '../arrange/arrange-actions.ts'
import { runActionsOf, runAgain } from '../run/run.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { createActions, switchSelected } from './actions.ts'
import { isCanvasFocused, isCovered, isEditor, isOnOpenPort } from './focus.ts'
import { bindSingles, useKeyMap } from './preferences.ts'
import type { View } from './use-view.ts'

type Action = () => void

/**
 * Canvas shortcuts. Undo, redo and save work outside text fields anywhere (save even inside); all others only
 * while the canvas has the focus.
 */
export function useCanvasKeys(container: RefObject<HTMLElement | null>, view: View, onSave: () => void) {
  const store = useCanvasStore()
  const { board, canvasRun } = useTexts()
  const tidy = useTidy()
  const { choice } = useKeyMap()

  useEffect(() => {
    const actions = createActions(store, view)
    const arranging = createArranging(store)
    const { put } = store.getState()

    const anywhere: Record<string, Action> = {
      'mod+z': () => store.getState().undo(),
      'mod+shift+z': () => store.getState().redo(),
      'mod+y': () => store.getState().redo(),
    }
    const onCanvas: Record<string, Action> = {
      'mod+a': actions.selectAll,
      'mod+d': actions.duplicate,
      'mod+f': () => put({ finding: true }),
      'mod+g': () => arranging.group(board.newGroup),
      'mod+shift+g': arranging.ungroup,
      'alt+shift+t': tidy,
      'mod+enter': () => runAgain(store),
      delete: actions.remove,
      backspace: actions.remove,
      escape: actions.release,
      enter: () => actions.openSelected(document.activeElement),
      f2: actions.rename,
      'shift+f10': actions.openMenu,
      contextmenu: actions.openMenu,
      ...actions.nudges,
      ...bindSingles<Action>(choice, {
        add: actions.quickAdd,
        note: actions.addNote,
        connect: actions.listTargets,
        disable: () => switchSelected(store),
        pin: () => togglePin(store, canvasRun),
        inspect: actions.inspect,
        zoomFull: view.zoomFull,
        fit: view.fit,
        fitSelection: view.fitSelection,
        zoomIn: view.zoomIn,
        zoomOut: view.zoomOut,
        minimap: () => put({ minimap: !store.getState().minimap }),
        help: () => put({ dialog: 'shortcuts' }),
      }),
    }

    function find(event: KeyboardEvent): Action | undefined {
      const key = nameKey(event)
      if (anywhere[key] && !isEditor(event.target) && !isCovered()) {
        return anywhere[key]
      }
      // Some characters require Shift on some keyboards.
      const action = onCanvas[key] ?? onCanvas[key.replace('shift+', '')]
      return isCanvasFocused(container.current) ||
        (action === actions.listTargets && isOnOpenPort(container.current))
        ? action
        : undefined
    }

    // A card focused with Tab is the target of keys, regardless of the selection. A click selects its card, and a
    // card created by a key (such as a copy) is the target of the next one.
    let walk: 'none' | 'fresh' | 'over' = 'none'
    function endWalk() {
      walk = 'none'
    }
    function chooseFocused(key: string) {
      const node = document.activeElement?.getAttribute('data-node')
      const { selectedNodes, select } = store.getState()
      const isTarget = walk === 'fresh' || (walk === 'over' && selectedNodes.length === 0)
      if (isTarget && !meansNoCard.has(key) && node && isCanvasFocused(container.current)) {
        walk = 'over'
        if (!selectedNodes.includes(node)) {
          select([node])
        }
      }
    }

    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Tab') {
        walk = 'fresh'
      }
      const isSave = nameKey(event) === 'mod+s'
      const action = isSave ? saveUncovered : find(event)
      if (action && !isOwnKey(event)) {
        event.preventDefault()
        chooseFocused(nameKey(event))
        action()
      }
    }

    function saveUncovered() {
      if (!isCovered()) {
        onSave()
      }
    }

    const pan = (tool: 'pan' | 'select') => (event: KeyboardEvent) => {
      const onPort = event.target instanceof Element && event.target.closest('.port')
      if (event.key === ' ' && isCanvasFocused(container.current) && !onPort) {
        event.preventDefault()
        put({ tool })
      }
    }
    const [startPan, endPan] = [pan('pan'), pan('select')]

    addEventListener('keydown', onKeyDown)
    addEventListener('pointerdown', endWalk, true)
    addEventListener('keydown', startPan)
    addEventListener('keyup', endPan)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('pointerdown', endWalk, true)
      removeEventListener('keydown', startPan)
      removeEventListener('keyup', endPan)
    }
  }, [container, view, store, onSave, board, canvasRun, tidy, choice])
}

/** Keys that apply to the flow or set the selection themselves. */
const meansNoCard = new Set([
  'mod+z',
  'mod+shift+z',
  'mod+y',
  'mod+s',
  'mod+a',
  'mod+f',
  'escape',
  'enter',
  'mod+enter',
])

function togglePin(store: CanvasStore, words: Texts['canvasRun']) {
  const { selectedNodes, locked } = store.getState()
  const [node] = selectedNodes
  if (node !== undefined && selectedNodes.length === 1 && !locked) {
    const { isPinned, pinIssue, pin, unpin } = runActionsOf(store, node, words)
    if (isPinned) {
      unpin()
    } else if (pinIssue === undefined) {
      pin()
    }
  }
}

// Ports handle Enter themselves.
function isOwnKey({ key, ctrlKey, metaKey, target }: KeyboardEvent) {
  return (
    key === 'Enter' && !(ctrlKey || metaKey) && target instanceof Element && target.closest('.port') !== null
  )
}

/** `mod+shift+z`: Control and Command are both `mod`. */
function nameKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const mods = [ctrlKey || metaKey ? 'mod' : '', altKey ? 'alt' : '', shiftKey ? 'shift' : '']
  return [...mods.filter(Boolean), key.toLowerCase()].join('+')
}
