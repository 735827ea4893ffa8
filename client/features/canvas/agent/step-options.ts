import { useMemo } from 'react'
import { nodeLabel } from '#client/texts/node-texts.ts'
import type { TemplateInput } from '#shared/nodes.ts'
import type { Graph } from '../graph/flow-graph.ts'
import { nodesBefore, stateKeys } from '../graph/variables.ts'
import type { Summaries } from '../store/catalogue.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { isStart, isStep } from './control-links.ts'

type Option = { name: string; label: string }
type Input = Pick<TemplateInput, 'name' | 'loadMethod'>

/** Options of steps that follow from the canvas and its catalogue; undefined for those the server lists. */
export function useStepOptions(input: Input, node: string | undefined): Option[] | undefined {
  const graph = useCanvas((state) => (isStep(state.graph.nodes.get(node ?? '')) ? state.graph : undefined))
  const summaries = useCanvas((state) => state.summaries)
  return useMemo(
    () => (graph && node !== undefined ? stepOptions(input, { graph, node, summaries }) : undefined),
    [graph, node, summaries, input],
  )
}

type Place = { graph: Graph; node: string; summaries: Summaries }

function stepOptions({ name, loadMethod }: Input, { graph, node, summaries }: Place): Option[] | undefined {
  switch (loadMethod) {
    case 'listModels':
      return [...summaries.values()]
        .filter(({ category, badge }) => category === 'Chat Models' && badge !== 'DEPRECATING')
        .map(({ name: model, label }) => ({ name: model, label }))
    case 'listPreviousNodes':
      return nodesBefore(graph, { node, input: name, templates: new Map() }, 'control')
        .filter((id) => !isStart(graph.nodes.get(id)))
        .map((id) => {
          const data = graph.nodes.get(id)?.data
          return { name: `${id}-${data?.label ?? id}`, label: (data && nodeLabel(data)) || id }
        })
    case 'listRuntimeStateKeys':
      return stateKeys(graph, [...graph.nodes.keys()]).map(({ key }) => ({ name: key, label: key }))
    default:
      return undefined
  }
}
