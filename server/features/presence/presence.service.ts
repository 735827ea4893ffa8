import { LRUCache } from 'lru-cache'
import type { Bus } from '#server/bus/bus.ts'
import type { Caller } from '#server/caller.ts'
import type { LiveEvent } from '#server/ports/live.ts'
import { AppError } from '#shared/errors.ts'
import { type Here, type HereInput, hiddenLifeMs, presenceLifeMs } from '#shared/presence.ts'

type Deps = {
  now: () => Date
  /** Tabs of one flow may be served by different processes. */
  bus: Bus<LiveEvent>
  /** Throws NOT_FOUND when the flow does not exist. */
  find(flowId: string): Promise<{ userId: string }>
  nameOf(userId: string): Promise<string>
}

type TabEvent = Extract<LiveEvent, { type: 'tab' }>

type Tab = {
  personId: string
  name: string
  until: number
  at: number
  /** Retained for a while, so that a call arriving after the tab left does not add it again. */
  hasLeft: boolean
}

const max = { tabsOfFlow: 40, flows: 20_000 }

/** Open tabs per flow, in memory only, for a few seconds each. */
export function createPresenceService({ now, bus, find, nameOf }: Deps) {
  const flows = new LRUCache<string, Map<string, Tab>>({
    // Unlike `max`, this reserves no memory for all of them at once.
    maxSize: max.flows,
    sizeCalculation: () => 1,
  })

  bus.subscribe((event) => {
    if (event.type === 'tab') {
      register(event)
    }
  })

  /** Registers a tab and returns the other users. An impersonating ADMIN appears under their own name. */
  async function here(caller: Pick<Caller, 'id' | 'impersonatorId'>, input: HereInput): Promise<Here> {
    const { id, tab, at = 0, isHidden = false, leaves = false } = input
    const flow = await find(id)
    if (flow.userId !== caller.id) {
      throw new AppError('NOT_FOUND', 'This flow does not exist.')
    }
    const personId = caller.impersonatorId ?? caller.id
    const name = await nameOf(personId)
    const event: TabEvent = { type: 'tab', flowId: id, tab, at, personId, name, isHidden, leaves }
    const tabs = register(event)
    // The next call of the tab says it again.
    bus.publish(event).catch(() => undefined)
    const others = [...tabs].flatMap(([key, each]) => (key === tab || each.hasLeft ? [] : [each]))
    const people = others.filter((each) => each.personId !== personId).map((each) => each.name)
    return {
      people: [...new Set(people)].sort(),
      isElsewhere: others.some((each) => each.personId === personId),
    }
  }

  /** A tab belongs to one user: other users can neither remove nor replace it. Returns the open tabs of the flow. */
  function register({ flowId, tab, at, isHidden, leaves, ...person }: TabEvent): Map<string, Tab> {
    const tabs = listOpenTabs(flowId)
    const known = tabs.get(tab)
    const isForeign = known && !known.hasLeft && known.personId !== person.personId
    const isOutdated = known && at < known.at
    if (!isForeign && !isOutdated && (known || makeRoom(tabs))) {
      const { personId, name } = person
      const until = now().getTime() + (isHidden || leaves ? hiddenLifeMs : presenceLifeMs)
      tabs.set(tab, { personId, name, at, hasLeft: leaves, until })
    }
    flows.set(flowId, tabs)
    return tabs
  }

  function listOpenTabs(flowId: string): Map<string, Tab> {
    const time = now().getTime()
    const tabs = [...(flows.get(flowId) ?? [])].filter(([, { until }]) => until > time)
    return new Map(tabs)
  }

  return { here }
}

/** A tab that has left makes room for a new one. Returns false if all tabs are open. */
function makeRoom(tabs: Map<string, Tab>): boolean {
  if (tabs.size < max.tabsOfFlow) {
    return true
  }
  const [left] = [...tabs].find(([, { hasLeft }]) => hasLeft) ?? []
  return left !== undefined && tabs.delete(left)
}
