import { useMemo } from 'react'
import { AsyncView } from '#client/components/async-view.tsx'
import { useTemplatesOf } from '#client/components/use-load-templates.ts'
import { useNodeSummaries } from '#client/components/use-node-summaries.ts'
import { StillCanvas } from '#client/features/canvas/board/board.ts'
import { kindsIn } from '#client/features/canvas/store/catalogue.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { NodeSummary } from '#shared/node-summaries.ts'

type Props = { flowData: string; name: string }

export function TemplateGraph(props: Props) {
  const { canvas } = useTexts()
  const summaries = useNodeSummaries()
  return (
    <AsyncView query={summaries} errorTitle={canvas.nodesNotLoaded}>
      {(list) => <WithTemplates {...props} kinds={list} />}
    </AsyncView>
  )
}

function WithTemplates({ flowData, name, kinds }: Props & { kinds: readonly NodeSummary[] }) {
  const { canvas } = useTexts()
  const summaries = useMemo(() => new Map(kinds.map((kind) => [kind.name, kind])), [kinds])
  const names = useMemo(
    () => [...new Set(kindsIn(flowData))].filter((kind) => summaries.has(kind)).toSorted(),
    [flowData, summaries],
  )
  const loaded = useTemplatesOf(names)
  const templates = useMemo(() => new Map(loaded.data?.map((each) => [each.name, each])), [loaded.data])
  return (
    <AsyncView query={loaded} errorTitle={canvas.nodesNotLoaded}>
      {() => <StillCanvas flowData={flowData} name={name} summaries={summaries} templates={templates} />}
    </AsyncView>
  )
}
