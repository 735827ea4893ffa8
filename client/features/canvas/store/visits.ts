import type { RunEvent } from '#shared/runs.ts'
import { readFrame, readStepKey, stepKeyOf } from '#shared/step-keys.ts'

/** State of one item of an iteration. */
type ItemState = 'open' | 'running' | 'done' | 'failed'

/** One visit of an iteration. */
type Box = { parallel: number; items: readonly ItemState[] }

export type Visits = {
  /** Keys of the steps of a node, in their order. */
  byNode: ReadonlyMap<string, readonly string[]>
  /** Iterations by the key of their step. */
  boxes: ReadonlyMap<string, Box>
}

/** What the user looks at; the newest where nothing is chosen. */
export type Chosen = {
  /** Step by node. */
  steps: ReadonlyMap<string, string>
  /** Frame of an item, by the iteration's node. */
  frames: ReadonlyMap<string, string>
}

export const noVisits: Visits = { byNode: new Map(), boxes: new Map() }
export const nothingChosen: Chosen = { steps: new Map(), frames: new Map() }

/** Visits after more events; the same object when none has changed them. */
export function visitsAfter(before: Visits, events: readonly RunEvent[]): Visits {
  return events.reduce(applyEvent, before)
}

function applyEvent(visits: Visits, event: RunEvent): Visits {
  switch (event.type) {
    case 'run_started':
      return noVisits
    case 'node_started':
      return event.key === undefined ? visits : withItem(addStep(visits, event.nodeId, event.key), event.key)
    case 'items_started': {
      const items = event.items.map((): ItemState => 'open')
      return withBox(visits, event.key, { parallel: event.parallel, items })
    }
    case 'item_finished':
      return withItemState(visits, event.key, event.index, event.error === undefined ? 'done' : 'failed')
    default:
      return visits
  }
}

function addStep({ byNode, boxes }: Visits, nodeId: string, key: string): Visits {
  const known = byNode.get(nodeId) ?? []
  return known.includes(key)
    ? { byNode, boxes }
    : { byNode: new Map([...byNode, [nodeId, [...known, key]]]), boxes }
}

/** The first step of an item shows that it runs. */
function withItem(visits: Visits, key: string): Visits {
  const { frame } = readStepKey(key)
  if (frame === '') {
    return visits
  }
  const { box, index } = readFrame(frame)
  return visits.boxes.get(box)?.items[index] === 'open'
    ? withItemState(visits, box, index, 'running')
    : visits
}

function withItemState(visits: Visits, key: string, index: number, state: ItemState): Visits {
  const box = visits.boxes.get(key)
  return box ? withBox(visits, key, { ...box, items: box.items.with(index, state) }) : visits
}

function withBox({ byNode, boxes }: Visits, key: string, box: Box): Visits {
  return { byNode, boxes: new Map([...boxes, [key, box]]) }
}

/** The visits of a node within what is chosen around it, and the one that is shown. */
export function shownVisits(
  nodeId: string,
  visits: Visits,
  chosen: Chosen,
): { keys: readonly string[]; shown: string | undefined } {
  const all = visits.byNode.get(nodeId) ?? []
  const last = all.at(-1)
  const { frame } = readStepKey(last ?? '')
  const keys = frame === '' ? all : all.filter((key) => isInFrame(key, visits, chosen))
  const requested = chosen.steps.get(nodeId)
  return { keys, shown: requested !== undefined && keys.includes(requested) ? requested : keys.at(-1) }
}

function isInFrame(key: string, visits: Visits, chosen: Chosen): boolean {
  const { frame } = readStepKey(key)
  const { nodeId } = readStepKey(readFrame(frame).box)
  return frame === shownFrame(nodeId, visits, chosen)
}

/** The item of an iteration that is shown: the chosen one, else the newest that has begun. */
export function shownFrame(boxNode: string, visits: Visits, chosen: Chosen): string | undefined {
  const { shown } = shownVisits(boxNode, visits, chosen)
  const box = shown === undefined ? undefined : visits.boxes.get(shown)
  const requested = chosen.frames.get(boxNode)
  if (requested?.startsWith(`${shown}/`)) {
    return requested
  }
  const newest = box?.items.findLastIndex((state) => state !== 'open') ?? -1
  return newest < 0 ? undefined : `${shown}/${newest}`
}

/** Events of one step; all events of the node in flows without steps. */
export function eventsOfStep(
  events: readonly RunEvent[],
  nodeId: string,
  step: string | undefined,
): RunEvent[] {
  return events.filter((event) => {
    if (event.type === 'wait_answered') {
      return step !== undefined && event.waitId.startsWith(`${step}:`)
    }
    const isOwn = 'nodeId' in event && event.nodeId === nodeId
    return isOwn && (step === undefined || stepKeyOf({ ...event, nodeId }) === step)
  })
}
