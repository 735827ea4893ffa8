import { useMemo } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { Chip } from '#client/components/editor/chip.ts'
import type { Variable as StoredVariable } from '#shared/variables.ts'
import type { Graph, Templates } from '../graph/flow-graph.ts'
import { reportedValue } from '../graph/run-values.ts'
import { chipOf, offeredVariables, profileOf, type Variable } from '../graph/variables.ts'
import { useCanvas } from '../store/use-canvas.ts'

const minute = 60_000

/** The user's variables, fetched once for all fields; undefined while loading. */
export function useStoredVariables(enabled: boolean) {
  return trpc.variables.list.useQuery(undefined, { staleTime: 5 * minute, enabled }).data
}

const remembered = new WeakMap<Graph, Map<string, Variable[]>>()

/** The variables a field may use, cached per state of the graph. */
export function variablesFor(
  graph: Graph,
  templates: Templates,
  place: { node: string; input: string },
  vars: readonly string[],
): Variable[] {
  const known = remembered.get(graph) ?? new Map<string, Variable[]>()
  remembered.set(graph, known)
  const key = JSON.stringify([place, vars])
  const found = known.get(key) ?? offeredVariables(graph, { ...place, templates, vars })
  known.set(key, found)
  return found
}

type Around = { graph: Graph; templates: Templates }

/**
 * Returns how each variable of a field is displayed. Without the names of the platform variables none counts as
 * broken.
 */
export function describer(
  { graph, templates }: Around,
  place: { node: string; input: string },
  vars: readonly string[] | undefined,
): (name: string) => Chip | undefined {
  const offered = variablesFor(graph, templates, place, vars ?? [])
  const profile = profileOf(graph.nodes.get(place.node))
  return (name) => chipOf(name, { offered, graph, profile, varsKnown: vars !== undefined })
}

export function useLastValues(
  platform: readonly StoredVariable[] | undefined,
): (name: string) => string | undefined {
  const reported = useCanvas((state) => state.reported)
  const flowId = useCanvas((state) => state.saved?.id)
  return useMemo(() => {
    const own = new Map(
      platform?.filter(({ type }) => type === 'static').map(({ name, value }) => [`$vars.${name}`, value]),
    )
    return (name) =>
      own.get(name) ?? (name === '$flow.chatflowId' ? flowId : undefined) ?? reportedValue(reported, name)
  }, [reported, platform, flowId])
}
