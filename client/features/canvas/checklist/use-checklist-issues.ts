import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { checkDeployment, type DeploymentProblem } from '#shared/check-deployment.ts'
import { type Known, offerKey } from '#shared/check-known.ts'
import { isDisabled } from '#shared/disabled-nodes.ts'
import { credentialOf } from '#shared/flow-file.ts'
import { knownIssues } from '#shared/flow-issues.ts'
import type { View } from '../board/board.ts'
import { useSyncState } from '../draft/draft.ts'
import { type OptionRequest, requestOf, useStoredVariables } from '../fields/fields.ts'
import { checkGraph, type Problem } from '../graph/check.ts'
import type { Graph, Templates } from '../graph/flow-graph.ts'
import { openWhereFieldIs } from '../store/surface.ts'
import { memoizeLast, useCanvas, useCanvasStore } from '../store/use-canvas.ts'

export type ChecklistIssue = Problem | DeploymentProblem

/** Delays requests until the canvas is rendered, and has something to check. */
const LATER_MS = 2_500

/** All issues of the flow. */
export function useChecklistIssues(): ChecklistIssue[] {
  const problems = useCanvas((state) => state.problems)
  const later = useLater()
  const known = useKnownProblems(later)
  const around = useDeploymentProblems(later)
  return useMemo(() => [...problems, ...known, ...around], [problems, known, around])
}

/** Issues that need data outside the graph. Deferred so that typing stays responsive. */
function useKnownProblems(later: boolean): Problem[] {
  const graph = useDeferredValue(useCanvas((state) => state.unplaced))
  const templates = useCanvas((state) => state.templates)
  const known = useKnown(later)
  return useMemo(
    () => checkGraph(graph, templates, known).filter(({ issue }) => knownIssues.has(issue.name)),
    [graph, templates, known],
  )
}

function useDeploymentProblems(later: boolean): DeploymentProblem[] {
  const id = useCanvas(({ saved }) => saved?.id)
  const graph = useCanvas((state) => state.unplaced)
  const templates = useCanvas((state) => state.templates)
  const empty = graph.nodes.size === 0
  const wallet = trpc.wallet.get.useQuery(undefined, { enabled: later, staleTime: 60_000 })
  const settings = trpc.flows.get.useQuery(
    { id: id ?? '' },
    {
      enabled: later && id !== undefined,
      staleTime: 60_000,
      gcTime: 0,
      select: ({ isPublic, apiConfig, chatbotConfig }) => ({ isPublic, apiConfig, chatbotConfig }),
    },
  )
  const unpublished = useSyncState(({ head }) => {
    const { added = 0, removed = 0, changed = 0 } = head?.published ? head.changes : {}
    return added + removed + changed
  })
  const available = wallet.data?.available
  return useMemo(
    () =>
      empty
        ? []
        : checkDeployment({ nodes: graph.nodes, edges: graph.edges.values() }, templates, {
            canPay: available === undefined ? undefined : available > 0,
            unpublished,
            settings: settings.data,
          }),
    [empty, graph, templates, available, unpublished, settings.data],
  )
}

function useLater(): boolean {
  const isEmpty = useCanvas(({ unplaced }) => unplaced.nodes.size === 0)
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater && !isEmpty
}

/** Selects an issue's node and focuses the field. */
export function useShowProblem(view: View) {
  const store = useCanvasStore()
  return useCallback(
    ({ nodeId, field }: Pick<ChecklistIssue, 'nodeId' | 'field'>) => {
      if (nodeId === undefined) {
        return
      }
      view.showNode(nodeId)
      if (field !== undefined) {
        store.getState().put({ target: { node: nodeId, field } })
        openWhereFieldIs(store, nodeId, field)
      }
    },
    [view, store],
  )
}

const minute = 60_000
/** Debounce of model settings, so that typing does not call the provider with every key. */
const STILL_MS = 2_000
/** Maximum number of model lists requested from providers. */
const MAX_LISTS = 8

/** Data outside the flow that checks need. `later` delays requests until the canvas is rendered. */
function useKnown(later: boolean): Known {
  const credentials = trpc.credentials.list.useQuery({}, { staleTime: minute / 2 }).data
  const variables = useStoredVariables(later)
  const prices = trpc.usage.publicPrices.useQuery(undefined, { enabled: later, staleTime: 5 * minute }).data
  const offered = useOffered(later)
  const upserted = useUpsertedStores(later)
  return useMemo(
    () => ({
      credentials: credentials && new Map(credentials.map(({ id, credentialName }) => [id, credentialName])),
      variables: variables && new Set(variables.map(({ name }) => name)),
      windows: prices && new Map(prices.prices.map(({ model, contextTokens }) => [model, contextTokens])),
      offered,
      upserted,
    }),
    [credentials, variables, prices, offered, upserted],
  )
}

type Expected = { key: string; request: OptionRequest }

/** The models each provider lists now. Failed requests are ignored. */
function useOffered(later: boolean): Known['offered'] {
  const text = useCanvas(({ unplaced, templates }) => (later ? modelListsOf(unplaced, templates) : '[]'))
  const still = useStill(text)
  const lists = useMemo(() => JSON.parse(still) as Expected[], [still])
  const requests = useMemo(() => uniqueRequests(lists), [lists])
  const names = trpc.useQueries(
    (check) =>
      requests.map((request) => check.nodes.loadOptions(request, { retry: false, staleTime: 10 * minute })),
    {
      combine: (results) => JSON.stringify(results.map(({ data }) => data?.map(({ name }) => name) ?? [])),
    },
  )
  return useMemo(() => {
    const known = JSON.parse(names) as string[][]
    const at = new Map(requests.map((request, index) => [JSON.stringify(request), known[index] ?? []]))
    return new Map(
      lists.flatMap(({ key, request }) => {
        const found = at.get(JSON.stringify(request))
        return found && found.length > 0 ? [[key, new Set(found)] as const] : []
      }),
    )
  }, [names, lists, requests])
}

/** Their lists are suggestions of ours, not the provider's. */
const suggested = new Set([
  'azureChatOpenAI',
  'azureChatOpenAI_LlamaIndex',
  'azureOpenAI',
  'awsChatBedrock',
  'chatGoogleVertexAI',
  'chatPerplexity',
  'openAI',
  'mistralAIEmbeddings',
  'googleGenerativeAiEmbeddings',
])

/** Called on every change of the canvas, up to two hundred times a second in a run. */
const modelListsOf = memoizeLast((graph: Graph, templates: Templates) =>
  JSON.stringify(modelLists(graph, templates)),
)

function modelLists(graph: Graph, templates: Templates): Expected[] {
  return [...graph.nodes].flatMap(([id, node]) => {
    const input = templates.get(node.data.name)?.inputs.find(({ loadMethod }) => loadMethod === 'listModels')
    // Without a credential only our own suggestions are listed.
    const isRequested =
      input && !isDisabled(node) && credentialOf(node.data) && !suggested.has(node.data.name)
    return isRequested ? [{ key: offerKey(id, input.name), request: requestOf(node, input, templates) }] : []
  })
}

function uniqueRequests(lists: readonly Expected[]): OptionRequest[] {
  const byText = new Map(lists.map(({ request }) => [JSON.stringify(request), request]))
  return [...byText.values()].slice(0, MAX_LISTS)
}

/** Which stores were upserted; undefined while unknown, and where the flow has none. */
function useUpsertedStores(later: boolean): Known['upserted'] {
  const id = useCanvas(({ saved }) => saved?.id)
  const hasStore = useCanvas(({ unplaced, templates }) => hasUpsertableStore(unplaced, templates))
  const { data } = trpc.runs.filled.useQuery(
    { flowId: id ?? '' },
    { enabled: later && hasStore && id !== undefined, staleTime: minute / 2 },
  )
  return useMemo(() => (data?.nodes ? new Set(data.nodes) : undefined), [data])
}

const hasUpsertableStore = memoizeLast(({ nodes }: Graph, templates: Templates) =>
  [...nodes.values()].some(
    ({ data }) => templates.get(data.name)?.category === 'Vector Stores' && Boolean(data.inputs.document),
  ),
)

/** Debounces a text; the first one passes at once. */
function useStill(text: string): string {
  const [still, setStill] = useState(text)
  const first = useRef(true)
  useEffect(() => {
    const timer = setTimeout(() => setStill(text), first.current ? 0 : STILL_MS)
    first.current = text === '[]'
    return () => clearTimeout(timer)
  }, [text])
  return still
}
