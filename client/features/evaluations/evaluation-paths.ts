import { trpc } from '#client/api/trpc.ts'
import { isAgentFlow } from '#shared/flows.ts'

export type EvaluationPaths = {
  flow: (flowId: string) => string
  set: (flowId: string, datasetId: string, tab?: string) => string
  run: (flowId: string, runId: string) => string
  canvas: (flowId: string) => string
  agentCanvas: (flowId: string) => string
}

/** Agent flows have a canvas of their own. */
export function useCanvasPath(flowId: string, { canvas, agentCanvas }: EvaluationPaths): string {
  const flow = trpc.flows.head.useQuery({ id: flowId })
  return flow.data && isAgentFlow(flow.data.type) ? agentCanvas(flowId) : canvas(flowId)
}
