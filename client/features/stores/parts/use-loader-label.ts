import { useNodeSummaries } from '#client/components/use-node-summaries.ts'
import { useTexts } from '#client/texts/texts.tsx'

/** A short name of a loader or splitter, such as PDF; else the label of its node. */
export function useLoaderLabel() {
  const { stores: texts } = useTexts()
  const { data: nodes = [] } = useNodeSummaries()
  return (name: string): string =>
    texts.types[name] ?? nodes.find((node) => node.name === name)?.label ?? name
}
