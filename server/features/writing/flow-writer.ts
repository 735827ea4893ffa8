import { parseFlowFile } from '#shared/flow-file.ts'
import { isRecord } from '#shared/json.ts'
import type { ModelChoice } from '#shared/writing.ts'
import { modelChoiceOf } from './model-choice-of.ts'

type Node = ReturnType<typeof parseFlowFile>['nodes'][number]['data']
type Inputs = Record<string, unknown>

/** Inputs that tell a model who it is and what it knows, the first that is set. */
const instructions = ['systemMessagePrompt', 'systemMessage']
/** Nodes of agent flows name their model node, and have its inputs in another field. */
const models = ['llmModel', 'agentModel', 'conditionAgentModel']

/** How a flow answers: its first model that can be called alone, and what it tells its models. */
export function writerOf(flowData: string): { model: ModelChoice | undefined; instruction: string } {
  const nodes = parseFlowFile(flowData).nodes.map(({ data }) => data)
  const model = nodes.map(modelOf).find((choice) => choice !== undefined)
  const texts = nodes.flatMap(({ inputs = {} }) => instructions.map((name) => (inputs as Inputs)[name]))
  const instruction = texts.find((text): text is string => typeof text === 'string' && text.trim() !== '')
  return { model, instruction: instruction ?? '' }
}

function modelOf({ name, inputs = {}, credential }: Node): ModelChoice | undefined {
  const own = modelChoiceOf({ name, inputs, credential: typeof credential === 'string' ? credential : '' })
  return own ?? models.map((field) => chosenIn(inputs, field)).find((choice) => choice !== undefined)
}

function chosenIn(inputs: Inputs, field: string) {
  const name = inputs[field]
  const config = inputs[`${field}Config`]
  return typeof name === 'string' && isRecord(config)
    ? modelChoiceOf({ name, inputs: config, credential: '' })
    : undefined
}
