import { Pin, PinOff, Repeat, StepForward } from 'lucide-react'
import type { Texts } from '#client/texts/texts.tsx'
import type { MenuItem } from '../popups/menu.tsx'
import type { CanvasStore } from '../store/canvas-store.ts'
import { runActionsOf } from './run-actions.ts'

/** The lines of a node's menu that run something. */
export function createRunItems(store: CanvasStore, node: string, words: Texts['canvasRun']): MenuItem[] {
  const { isPinned, whyNotRun, whyNotPin, runTo, runFrom, pin, unpin } = runActionsOf(store, node, words)
  return [
    { name: words.runToHere, icon: StepForward, disabled: whyNotRun, run: runTo },
    { name: words.runFromHere, icon: Repeat, disabled: whyNotRun, run: runFrom },
    isPinned
      ? { name: words.unpin, icon: PinOff, run: unpin }
      : { name: words.pin, icon: Pin, disabled: whyNotPin, run: pin },
  ]
}
