import type { Texts } from '#client/texts/texts.tsx'
import { outputLabel } from '../card/port.tsx'
import { connect, replaceLink } from '../graph/connect.ts'
import type { Target } from '../graph/targets.ts'
import type { CanvasStore } from '../store/canvas-store.ts'

/** Makes a link that was chosen from a list; a link that stands in its way goes with the same step. */
export function followTarget(store: CanvasStore, target: Target | undefined) {
  if (!target) {
    return
  }
  const { ends, verdict } = target
  const { act } = store.getState()
  if (verdict.fits) {
    act({ name: 'connect' }, (graph, templates) => connect(graph, ends, templates))
  } else if (verdict.reason === 'taken') {
    act({ name: 'replaceLink' }, (graph, templates) => replaceLink(graph, ends, verdict.edge, templates))
  }
}

/** The port of a target in words, and whether another link has to give way. */
export function describeTarget(
  { portLabel, portType, verdict }: Target,
  replaces: (port: string) => string,
  common: Pick<Texts['common'], 'answer' | 'kinds'>,
): string {
  const { label } = outputLabel({ label: portLabel, type: portType }, common)
  return verdict.fits ? label : replaces(label)
}
