import { type RefObject, useEffect } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { createArranging } from '../arrange/arrange-actions.ts'
import { useTidy } from '../arrange/use-tidy.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { createActions } from './actions.ts'
import { isCanvasFocused, isCovered, isEditor } from './focus.ts'
import type { View } from './use-view.ts'

type Action = () => void

/**
 * Keys of the canvas. Undo, redo and save work wherever nobody is writing (save even there); all others only while the
 * canvas has the focus.
 */
export function useCanvasKeys(room: RefObject<HTMLElement | null>, view: View, onSave: () => void) {
  const store = useCanvasStore()
  const { board } = useTexts()
  const tidy = useTidy()

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
      m: () => put({ minimap: !store.getState().minimap }),
      delete: actions.remove,
      backspace: actions.remove,
      escape: actions.release,
      enter: () => actions.openSelected(document.activeElement),
      f2: actions.rename,
      i: actions.inspect,
      c: actions.listTargets,
      a: actions.quickAdd,
      '/': actions.quickAdd,
      n: actions.addNote,
      '?': () => put({ dialog: 'shortcuts' }),
      '0': view.zoomFull,
      '1': view.fit,
      '2': view.fitSelection,
      '+': view.zoomIn,
      '=': view.zoomIn,
      '-': view.zoomOut,
      'shift+f10': actions.openMenu,
      contextmenu: actions.openMenu,
      ...actions.nudges,
    }

    function find(event: KeyboardEvent): Action | undefined {
      const key = nameKey(event)
      if (anywhere[key] && !isEditor(event.target) && !isCovered()) {
        return anywhere[key]
      }
      // Some signs need Shift on some keyboards.
      return isCanvasFocused(room.current)
        ? (onCanvas[key] ?? onCanvas[key.replace('shift+', '')])
        : undefined
    }

    function onKeyDown(event: KeyboardEvent) {
      const isSave = nameKey(event) === 'mod+s'
      const action = isSave ? saveUncovered : find(event)
      if (action && !isOwnKey(event)) {
        event.preventDefault()
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
      if (event.key === ' ' && isCanvasFocused(room.current) && !onPort) {
        event.preventDefault()
        put({ tool })
      }
    }
    const [startPan, endPan] = [pan('pan'), pan('select')]

    addEventListener('keydown', onKeyDown)
    addEventListener('keydown', startPan)
    addEventListener('keyup', endPan)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('keydown', startPan)
      removeEventListener('keyup', endPan)
    }
  }, [room, view, store, onSave, board, tidy])
}

// A port answers to Enter itself.
function isOwnKey({ key, target }: KeyboardEvent) {
  return key === 'Enter' && target instanceof Element && target.closest('.port') !== null
}

/** `mod+shift+z`: control and command are the same key here. */
export function nameKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const mods = [ctrlKey || metaKey ? 'mod' : '', altKey ? 'alt' : '', shiftKey ? 'shift' : '']
  return [...mods.filter(Boolean), key.toLowerCase()].join('+')
}
