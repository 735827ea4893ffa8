import type { PlannedStep } from '#shared/writing.ts'

/** What stands in the form of a step that was planned, by the names of its fields (facts/flow-format.md F6). */
export function fieldsOf(step: PlannedStep, textOf: (text: string) => string, backTo: string | undefined) {
  const text = textOf(step.text)
  const told = text === '' ? [] : [{ role: 'system', content: text }]
  const fields: Record<PlannedStep['kind'], () => Record<string, unknown>> = {
    start: () => ({}),
    llm: () => ({ llmMessages: told }),
    agent: () => ({ agentMessages: told }),
    condition: () => ({ conditions: conditionsOf(step, textOf) }),
    conditionAgent: () => ({
      conditionAgentInstructions: text,
      conditionAgentScenarios: scenariosOf(step).map((scenario) => ({ scenario })),
    }),
    humanInput: () => ({ humanInputDescriptionType: 'fixed', humanInputDescription: text }),
    loop: () => (backTo === undefined ? {} : { loopBackToNode: backTo }),
    iteration: () => ({ iterationInput: text }),
    tool: () => ({}),
    retriever: () => ({ retrieverQuery: text }),
    customFunction: () => ({ customFunctionJavascriptFunction: text }),
    http: () => ({
      method: step.method,
      url: textOf(step.url),
      ...(text !== '' && step.method !== 'GET' && { bodyType: isJson(text) ? 'json' : 'raw', body: text }),
    }),
    directReply: () => ({ directReplyMessage: text }),
  }
  return fields[step.kind]()
}

/** A condition without rows has the one its form begins with, a decision the two. */
function conditionsOf({ conditions }: PlannedStep, textOf: (text: string) => string) {
  const rows = conditions.length > 0 ? conditions : [{ left: '', operation: 'equal', right: '' }]
  return rows.map(({ left, operation, right }) => ({
    type: 'string',
    value1: textOf(left),
    operation,
    value2: textOf(right),
  }))
}

function scenariosOf({ ways }: PlannedStep): string[] {
  return [...ways, ...Array.from({ length: Math.max(0, 2 - ways.length) }, () => '')]
}

function isJson(text: string) {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
