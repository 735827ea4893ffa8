import { withConfigCredential } from './component-config.ts'
import { followUpProviders } from './flow-providers.ts'
import { parseJson } from './json.ts'
import { startModel } from './start-model.ts'
import type { ModelChoice, PlannedKind, PlannedStep } from './writing.ts'

const mention = /\{\{\s*([\p{L}\w-]+)((?:\.[\w.[\]]+)?)\s*\}\}/gu

/** The names in double braces in a text of a plan. */
export function mentionedIn(text: string): string[] {
  return [...text.matchAll(mention)].map(([, name = '']) => name)
}

/**
 * Rewrites `{{ id }}` of a plan into the syntax of flow files for the output of a step. `nameOf` returns the id of the
 * step in the file, "question" for the start, undefined for what is no step of the plan.
 */
export function renamePlanned(text: string, nameOf: (name: string) => string | undefined): string {
  return text.replace(mention, (match, name: string, rest: string) => {
    const known = nameOf(name)
    if (known === undefined) {
      return match
    }
    return known === 'question' ? '{{ question }}' : `{{ ${known}${rest} }}`
  })
}

/** Inputs of a planned step, by the names of its fields. `backTo`: the stored target of a loop. */
export function plannedInputs(
  step: PlannedStep,
  textOf: (text: string) => string,
  backTo: string | undefined,
): Record<string, unknown> {
  const text = textOf(step.text)
  const reported = text === '' ? [] : [{ role: 'system', content: text }]
  const fields: Record<PlannedStep['kind'], () => Record<string, unknown>> = {
    start: () => ({}),
    llm: () => ({ llmMessages: reported }),
    agent: () => ({ agentMessages: reported }),
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
    requestPerson: () => (text === '' ? {} : { requestPersonMessage: text }),
  }
  return fields[step.kind]()
}

/** Empty lists get the rows a new step starts with. */
function conditionsOf({ conditions }: PlannedStep, textOf: (text: string) => string) {
  const rows = conditions.length > 0 ? conditions : [{ left: '', operation: 'equal', right: '' }]
  return rows.map(({ left, operation, right }) => ({
    type: 'string',
    value1: textOf(left),
    operation,
    value2: textOf(right),
  }))
}

function scenariosOf({ scenarios }: PlannedStep): string[] {
  return [...scenarios, ...Array.from({ length: Math.max(0, 2 - scenarios.length) }, () => '')]
}

function isJson(text: string) {
  return typeof parseJson(text) === 'object'
}

const modelFields: Partial<Record<PlannedKind, string>> = {
  llm: 'llmModel',
  agent: 'agentModel',
  conditionAgent: 'conditionAgentModel',
}

/** Component that answers for the steps of a plan. Undefined: the installation's default model. */
export function modelComponent(model: ModelChoice | undefined): string {
  return model ? followUpProviders[model.provider].node : startModel
}

/** The model of a planned step as component and settings; nothing for a step without one. */
export function plannedModel(kind: PlannedKind, model: ModelChoice | undefined): Record<string, unknown> {
  const field = modelFields[kind]
  if (field === undefined) {
    return {}
  }
  const component = modelComponent(model)
  const own = model && {
    modelName: model.modelName,
    ...(model.baseUrl !== '' && { baseUrl: model.baseUrl }),
  }
  const settings = { [field]: component, ...own }
  return {
    [field]: component,
    [`${field}Config`]:
      model && model.credentialId !== '' ? withConfigCredential(settings, model.credentialId) : settings,
  }
}
