import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { StillCanvas } from '#client/features/canvas/agent/still-canvas.tsx'
import { useTexts } from '#client/texts/texts.tsx'

/** A template's flow on a canvas that only moves. */
export function TemplateGraph({ flowData, name }: { flowData: string; name: string }) {
  const { canvas } = useTexts()
  const nodes = trpc.nodes.list.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <AsyncView query={nodes} errorTitle={canvas.nodesNotLoaded}>
      {(templates) => <StillCanvas flowData={flowData} name={name} templates={templates} />}
    </AsyncView>
  )
}
