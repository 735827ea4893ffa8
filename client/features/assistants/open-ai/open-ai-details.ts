import { type AssistantDetails, type AssistantPart, assistantDetailsSchema } from '#shared/assistants.ts'
import { isRecord, parseJson, toRecord } from '#shared/json.ts'

/** What is stored of an assistant that ran at OpenAI. Fields of another shape are left out. */
export type OpenAiDetails = {
  name: string
  description: string
  model: string
  instructions: string
  /** Names of the built-in tools, and of functions. */
  tools: string[]
  functions: string[]
  fileCount: number
  temperature: number | undefined
  topP: number | undefined
}

export function readOpenAiDetails(text: string): OpenAiDetails {
  const given = toRecord(parseJson(text))
  const tools = (Array.isArray(given.tools) ? given.tools : []).map(toolOf)
  return {
    name: textOf(given.name) || 'Assistant',
    description: textOf(given.description),
    model: textOf(given.model),
    instructions: textOf(given.instructions),
    tools: tools.flatMap(({ type }) => (type && type !== 'function' ? [type] : [])),
    functions: tools.flatMap(({ name }) => name ?? []),
    fileCount: countFiles(given.tool_resources),
    temperature: numberOf(given.temperature),
    topP: numberOf(given.top_p),
  }
}

/** The custom assistant that takes over: our own agent with OpenAI's model. Files and functions are added by hand. */
export function toCustom(details: OpenAiDetails, credential: string): AssistantDetails {
  const { name, instructions } = details
  return assistantDetailsSchema.parse({
    name: name.slice(0, 255),
    instruction: instructions,
    chatModel: details.model ? modelOf(details, credential) : null,
  })
}

function modelOf({ model, temperature, topP }: OpenAiDetails, credential: string): AssistantPart {
  return {
    name: 'chatOpenAI',
    inputs: {
      modelName: model,
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
    },
    ...(credential && { credential }),
  }
}

function toolOf(tool: unknown): { type?: string; name?: string } {
  if (typeof tool === 'string') {
    return { type: tool }
  }
  const { type, function: called } = toRecord(tool)
  const name = textOf(toRecord(called).name)
  return { type: textOf(type), ...(name && { name }) }
}

function countFiles(resources: unknown): number {
  const { file_search: search, code_interpreter: code } = toRecord(resources)
  const lists = [toRecord(search).files, toRecord(code).file_ids ?? toRecord(code).files]
  return lists.reduce((count: number, list) => count + (Array.isArray(list) ? list.length : 0), 0)
}

/** The `details` texts of OpenAI assistants in a file: rows of an export, one row, or details alone. */
export function readOpenAiFile(text: string): string[] {
  const given = parseJson(text)
  if (!isRecord(given)) {
    return []
  }
  const rows = Array.isArray(given.AssistantOpenAI) ? given.AssistantOpenAI.filter(isRecord) : [given]
  return rows.flatMap((row) => {
    const details = typeof row.details === 'string' ? row.details : JSON.stringify(row)
    const { name, model } = toRecord(parseJson(details))
    return textOf(name) && textOf(model) ? [details] : []
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
