import type { Pause, Visit } from '#shared/executions.ts'

/** A shared execution has neither costs nor calls. */
export type ShownVisit = Omit<Visit, 'calls' | 'costMicro' | 'tokens'> &
  Partial<Pick<Visit, 'calls' | 'costMicro' | 'tokens'>>

export type Branch = {
  id: string
  kind: 'visit' | 'rounds' | 'item'
  /** Label of the node; of an item its number, from 1. */
  label: string
  item?: number
  /** Visits drawn as bars. */
  visits: readonly ShownVisit[]
  children: readonly Branch[]
  costMicro: number
}

/**
 * Steps as a tree: the rounds of a node below the node, and the items of an iteration with their steps below the
 * iteration.
 */
export function groupVisits(visits: readonly ShownVisit[]): Branch[] {
  const byParent = Map.groupBy(visits, ({ parent }) => parent)

  function frame(within: readonly ShownVisit[], path: string): Branch[] {
    const byNode = Map.groupBy(within, ({ nodeId }) => nodeId)
    return [...byNode].map(([nodeId, each]) => {
      const branches = each.map(branchOf)
      const [only] = branches
      return branches.length === 1 && only
        ? only
        : {
            ...{ id: `${path}${nodeId}`, kind: 'rounds', label: each[0]?.label ?? nodeId, visits: each },
            ...{ children: branches, costMicro: sum(branches) },
          }
    })
  }

  function branchOf(visit: ShownVisit): Branch {
    const inner = Map.groupBy(byParent.get(visit.key) ?? [], ({ item }) => item ?? 0)
    const children = [...inner]
      .toSorted(([a], [b]) => a - b)
      .map(([item, within]): Branch => {
        const id = `${visit.key}/${item}`
        const steps = frame(within, `${id}/`)
        return {
          ...{ id, kind: 'item', label: String(item + 1), item: item + 1, visits: within },
          ...{ children: steps, costMicro: sum(steps) },
        }
      })
    return {
      ...{ id: visit.key, kind: 'visit', label: visit.label, visits: [visit], children },
      costMicro: (visit.costMicro ?? 0) + sum(children),
    }
  }

  return frame(byParent.get(null) ?? [], '')
}

function sum(branches: readonly Branch[]) {
  return branches.reduce((total, { costMicro }) => total + costMicro, 0)
}

/** The time at which nothing but active time has passed: pauses are folded. */
export function foldTime(at: number, pauses: readonly Pause[]): number {
  return pauses.reduce((left, { from, to }) => left - Math.max(0, Math.min(at, to) - from), at)
}

/** The flow's state once this visit had ended. */
export function stateAfter(
  visit: ShownVisit,
  visits: readonly ShownVisit[],
  initial: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { endAt } = visit
  const ended = visits
    .filter((each) => each === visit || (endAt !== null && each.endAt !== null && each.endAt <= endAt))
    .toSorted((a, b) => (a.endAt ?? Number.MAX_VALUE) - (b.endAt ?? Number.MAX_VALUE))
  return Object.assign({}, initial, ...ended.map(({ patch }) => patch))
}
