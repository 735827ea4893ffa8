import { trpc } from '#client/api/trpc.ts'
import { formatAverage } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { countTokens } from '../fields/text-field.tsx'
import type { Graph } from '../graph/flow-graph.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** What a text costs each time it is sent to the model beside it; nothing where that model has no price here. */
export function CostHint({ node, text }: { node: string; text: string }) {
  const { canvasFields } = useTexts()
  const [language] = useLanguage()
  const store = useCanvasStore()
  const { data } = trpc.usage.publicPrices.useQuery(undefined, { staleTime: 300_000 })
  const models = modelsAround(store.getState().graph, node)
  const price = data?.prices.find(({ model }) => models.includes(model))
  if (!price) {
    return null
  }
  const dollars = (countTokens(text) * Number(price.inputUsdPerMillion)) / 1_000_000
  return <> · {canvasFields.costPerMessage(formatAverage(dollars, language))}</>
}

/** Names of the models a node uses: its own, else those linked to it, else those of what it is linked to. */
function modelsAround(graph: Graph, node: string): string[] {
  const edges = [...graph.edges.values()]
  const into = (id: string) => edges.filter(({ target }) => target === id).map(({ source }) => source)
  const next = edges.filter(({ source }) => source === node).map(({ target }) => target)
  return (
    [[node], into(node), next.flatMap(into)]
      .map((ids) => ids.flatMap((id) => modelOf(graph, id)))
      .find((names) => names.length > 0) ?? []
  )
}

function modelOf(graph: Graph, id: string): string[] {
  const { modelName, model } = graph.nodes.get(id)?.data.inputs ?? {}
  return [modelName, model].filter(
    (name): name is string => typeof name === 'string' && name !== '' && !name.includes('{{'),
  )
}
