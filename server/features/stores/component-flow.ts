import { type Catalogue, checkNodes } from '#server/engine/check-flow.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import { type Plan, planParts, rejectIssues } from '#server/engine/plan-flow.ts'
import { configCredential } from '#shared/component-config.ts'
import { AppError } from '#shared/errors.ts'
import { type FlowFile, type FlowNode, referenceTo } from '#shared/flow-file.ts'
import { placeNode } from '#shared/nodes.ts'

/** A node of a store: its loader, splitter, embedding model, vector store or record manager. */
export type Part = {
  /** In the flow; `<name>_0` as in Flowise, by which overrides name it. */
  id: string
  name: string
  config: Readonly<Record<string, unknown>>
  credential?: string | null | undefined
  output?: string
  /** Ids of parts by the input they are connected to. */
  connected?: Readonly<Record<string, string>>
}

export const idOfPart = (name: string) => `${name}_0`

/** The flow that these parts would be on the canvas. Throws INVALID_INPUT for an unknown node. */
export function toFlowFile(parts: readonly Part[], catalogue: Catalogue): FlowFile {
  return {
    nodes: parts.map((part) => toNode(part, catalogue)),
    edges: parts.flatMap(({ id, name, connected = {} }) =>
      Object.entries(connected).map(([input, source]) => ({
        source,
        target: id,
        sourceHandle: `${source}-output-${source}-Class`,
        targetHandle: `${id}-input-${input}-${catalogue.get(name)?.inputs[input]?.type ?? 'Class'}`,
      })),
    ),
  }
}

function toNode(
  { id, name, config, credential, output, connected = {} }: Part,
  catalogue: Catalogue,
): FlowNode {
  const node = catalogue.get(name) ?? rejectUnknown(name)
  const placed = placeNode(describeNode(node), id)
  const { FLOWISE_CREDENTIAL_ID: _, credential: __, ...fields } = config
  const links = Object.entries(connected).map(([input, source]): [string, unknown] => {
    const isList = (node.inputs[input] as { list?: boolean } | undefined)?.list === true
    return [input, isList ? [referenceTo(source)] : referenceTo(source)]
  })
  const opened = credential || configCredential(config)
  return {
    id,
    type: 'customNode',
    data: {
      ...placed,
      inputs: { ...placed.inputs, ...fields, ...Object.fromEntries(links) },
      outputs: output ? { output } : placed.outputs,
      ...(opened && { credential: opened }),
    },
  }
}

/** Throws INVALID_FLOW naming every field that is missing or wrong. */
export function planOfParts(
  file: FlowFile,
  catalogue: Catalogue,
  { roots, credentials }: { roots: readonly string[]; credentials: ReadonlyMap<string, string> },
): Plan {
  rejectIssues(checkNodes(file.nodes, file, catalogue, { credentials }))
  return planParts(roots, file.nodes, file, catalogue) ?? rejectUnknown(roots.join(', '))
}

function rejectUnknown(name: string): never {
  throw new AppError('INVALID_INPUT', `There is no node named ${name}.`)
}
