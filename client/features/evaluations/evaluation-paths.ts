export type EvaluationPaths = {
  flow: (flowId: string) => string
  set: (flowId: string, datasetId: string, tab?: string) => string
  run: (flowId: string, runId: string) => string
  canvas: (flowId: string) => string
}
