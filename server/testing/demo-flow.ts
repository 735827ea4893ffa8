import { makeExampleFlow } from '#server/features/flows/example-flow.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { parseFlowFile } from '#shared/flow-file.ts'

export function aDemoFlow(modelInputs: Record<string, unknown> = {}): string {
  const file = parseFlowFile(makeExampleFlow(catalogue, 'en', 'flowtillDemoModel'))
  for (const { data } of file.nodes) {
    if (data.name === 'flowtillDemoModel') {
      Object.assign(data.inputs, modelInputs)
    }
  }
  return JSON.stringify(file)
}
