import { blockingIssues, type Catalogue, flowIssueId } from '#server/engine/check-flow.ts'
import type { AssistantDetails, AssistantIssue } from '#shared/assistants.ts'
import { type FlowFile, parseFlowFile } from '#shared/flow-file.ts'
import { makeAssistantFlow } from './assistant-flow.ts'

export type Resources = {
  /** Ids of the credentials the owner may use, with their kinds. */
  credentials: ReadonlyMap<string, string>
  /** Ids of stores and pools. */
  stores: ReadonlySet<string>
  /** Ids of custom tools. */
  tools: ReadonlySet<string>
}

/** What keeps an assistant from answering, in the order of its form. */
export function findAssistantIssues(
  details: AssistantDetails,
  catalogue: Catalogue,
  { credentials, stores, tools }: Resources,
): AssistantIssue[] {
  const { flowData, origins } = makeAssistantFlow(details, catalogue)
  const file = parseFlowFile(flowData)
  const own: AssistantIssue[] = [
    ...(details.chatModel ? [] : [issue('chatModel', 'Model', 'Choose a model.')]),
    ...(details.instruction.trim() ? [] : [issue('instruction', 'Instructions', 'Write instructions.')]),
    ...details.documentStores.flatMap(({ id, name }, index) =>
      stores.has(id) ? [] : [{ ...issue('documentStores', name, 'This source was deleted.'), index }],
    ),
    ...details.tools.flatMap(({ name, label, inputs }, index) =>
      name === 'customTool' && inputs.selectedTool && !tools.has(String(inputs.selectedTool))
        ? [{ ...issue('tools', label ?? name, 'This tool was deleted.'), index }]
        : [],
    ),
  ]
  return [...own, ...flowIssues(file, catalogue, credentials, origins)].toSorted(
    (a, b) => order.indexOf(a.field) - order.indexOf(b.field),
  )
}

const order = ['chatModel', 'instruction', 'documentStores', 'tools', 'flow']

const issue = (field: AssistantIssue['field'], label: string, text: string): AssistantIssue => ({
  field,
  index: null,
  label,
  text,
})

function flowIssues(
  file: FlowFile,
  catalogue: Catalogue,
  credentials: Resources['credentials'],
  origins: ReturnType<typeof makeAssistantFlow>['origins'],
): AssistantIssue[] {
  return blockingIssues(file, catalogue, { credentials }).flatMap(({ id, label, issues }) => {
    const origin = origins.get(id)
    // The agent itself lacks nothing but the model, which has its own sentence.
    if (id === flowIssueId || !origin || origin.field === 'flow') {
      return []
    }
    return issues.map((text) => ({ ...origin, label, text }))
  })
}
