import { z } from 'zod'
import type { FlowStart } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import { readInput } from '#server/http/read-input.ts'
import { toAscii } from '#shared/ascii.ts'
import { isRecord } from '#shared/json.ts'

export type ToolValues =
  | { question: string }
  | { question: string; form: Record<string, z.core.util.JSONType> }

/** A flow as a model sees it. */
export type FlowTool = {
  flow: FlowRow
  name: string
  description: string
  /** JSON Schema of the arguments. */
  inputSchema: { type: 'object'; [key: string]: unknown }
  /** Throws INVALID_INPUT for arguments that the schema does not allow. */
  read(values: unknown): ToolValues
}

type Named = { toolName: string; description: string }

const NAME_LENGTH = 64

/** Undefined for a flow that a webhook or a schedule starts: it cannot be asked. */
export function toolOf(flow: FlowRow, { kind, inputs }: FlowStart, named: Named): FlowTool | undefined {
  if (kind !== null) {
    return undefined
  }
  const isForm = inputs.startInputType === 'formInput'
  const schema = isForm ? formSchema(inputs.formInputTypes) : questionSchema
  return {
    flow,
    name: named.toolName || nameFrom(flow.name),
    description: named.description || flow.description || `Ask the flow “${flow.name}”.`,
    inputSchema: { ...z.toJSONSchema(schema), type: 'object' },
    read(values) {
      const read = readInput(schema as z.ZodType<Record<string, z.core.util.JSONType>>, values ?? {})
      return isForm ? { question: '', form: read } : { question: String(read.question) }
    },
  }
}

/** Adds a number to names that are taken. */
export function withUniqueNames(tools: readonly FlowTool[]): FlowTool[] {
  const taken = new Set<string>()
  return tools.map((tool) => {
    let { name } = tool
    for (let number = 2; taken.has(name); number += 1) {
      const ending = `_${number}`
      name = tool.name.slice(0, NAME_LENGTH - ending.length) + ending
    }
    taken.add(name)
    return { ...tool, name }
  })
}

const questionSchema = z.object({
  question: z
    .string()
    .trim()
    .min(1)
    .describe('The question or the task, with everything the flow must know.'),
})

function formSchema(stored: unknown) {
  const rows = (Array.isArray(stored) ? stored : []).filter(isRecord)
  const fields = rows.map((row) => [
    String(row.name ?? ''),
    fieldOf(row).describe(String(row.label ?? row.name)),
  ])
  return z.object(Object.fromEntries(fields.filter(([name]) => name !== '')))
}

function fieldOf({ type, addOptions }: Record<string, unknown>): z.ZodType {
  switch (type) {
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'options': {
      const options = (Array.isArray(addOptions) ? addOptions : []).filter(isRecord)
      return z.enum(options.map(({ option }) => String(option)))
    }
    default:
      return z.string()
  }
}

function nameFrom(name: string) {
  const words = toAscii(name.normalize('NFC')).replaceAll(/[^A-Za-z0-9-]+/g, '_')
  return words.replaceAll(/^_+|_+$/g, '').slice(0, NAME_LENGTH) || 'flow'
}
