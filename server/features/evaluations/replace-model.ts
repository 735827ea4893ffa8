import { AppError } from '#shared/errors.ts'
import type { OtherModel } from '#shared/evaluations.ts'
import { isRecord, parseJson, toRecord } from '#shared/json.ts'

/** Fields of model nodes that name the model. A name typed by hand would win over the chosen one. */
const named = ['modelName', 'model'] as const
const typed = 'customModelName'

/** The flow file with another model in one node: in its own form, or in that of the model a step has chosen. */
export function replaceModel(flowData: string, { nodeId, model }: OtherModel): string {
  const file = toRecord(parseJson(flowData))
  const nodes = Array.isArray(file.nodes) ? file.nodes : []
  const changed = nodes.map((node: unknown) => (toRecord(node).id === nodeId ? withModel(node, model) : node))
  return JSON.stringify({ ...file, nodes: changed })
}

/** The name of the model of a node, as its form has it. */
export function modelOf(flowData: string, nodeId: string): string | undefined {
  const { nodes } = toRecord(parseJson(flowData))
  const node = Array.isArray(nodes) ? nodes.find((each: unknown) => toRecord(each).id === nodeId) : undefined
  const inputs = toRecord(toRecord(toRecord(node).data).inputs)
  const forms = [inputs, ...configsOf(inputs).map(([, config]) => config)]
  return forms.flatMap((form) => named.map((name) => form[name])).find((name) => typeof name === 'string')
}

function withModel(node: unknown, model: string) {
  const data = toRecord(toRecord(node).data)
  const inputs = toRecord(data.inputs)
  const own = renamed(inputs, model)
  const [config] = own ? [] : configsOf(inputs)
  const inner = config && renamed(config[1], model)
  if (!own && !(config && inner)) {
    throw new AppError('INVALID_INPUT', 'The model of this node cannot be replaced.')
  }
  const next = own ?? { ...inputs, [config?.[0] ?? '']: inner }
  return { ...toRecord(node), data: { ...data, inputs: next } }
}

function renamed(form: Record<string, unknown>, model: string) {
  const field = named.find((name) => typeof form[name] === 'string')
  return field && { ...form, [field]: model, ...(typed in form && { [typed]: '' }) }
}

/** Settings of components with a model, which files store as objects or JSON text. */
function configsOf(inputs: Record<string, unknown>): [string, Record<string, unknown>][] {
  return Object.entries(inputs).flatMap(([name, stored]): [string, Record<string, unknown>][] => {
    const config = typeof stored === 'string' ? parseJson(stored) : stored
    const hasModel = isRecord(config) && named.some((field) => typeof config[field] === 'string')
    return name.endsWith('Config') && hasModel ? [[name, config]] : []
  })
}
