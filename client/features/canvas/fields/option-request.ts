import { credentialOf } from '#shared/flow-file.ts'
import type { TemplateInput } from '#shared/nodes.ts'
import { viewOf } from '../card/card-view.ts'
import type { GraphNode, Templates } from '../graph/flow-graph.ts'
import { isFilled } from '../graph/shape.ts'

/** What the server is asked for the choices of a field. */
export type OptionRequest = {
  name: string
  loadMethod: string
  inputs: Record<string, unknown>
  credential?: string
}

const askedTypes = new Set(['string', 'number', 'boolean', 'options', 'asyncOptions'])
const longest = 300

/** The list depends on the credential and on the other fields as they are now. */
export function requestOf(
  node: GraphNode | undefined,
  input: Pick<TemplateInput, 'loadMethod'>,
  templates: Templates,
): OptionRequest {
  const data = node?.data
  const credential = data && credentialOf(data)
  const params = node ? viewOf(node, templates).shape.params : []
  return {
    name: data?.name ?? '',
    loadMethod: input.loadMethod ?? '',
    inputs: askedInputs(data?.inputs ?? {}, params),
    ...(credential && { credential }),
  }
}

/** The short settings that choices may depend on. Secrets and long texts have no place in an address. */
function askedInputs(inputs: Record<string, unknown>, params: readonly TemplateInput[]) {
  const asked = params.filter(({ name, type }) => askedTypes.has(type) && isFilled(inputs[name]))
  return Object.fromEntries(
    asked
      .map(({ name }) => [name, inputs[name]] as const)
      .filter(([, value]) => String(value).length <= longest),
  )
}
