import {
  type AssistantDetails,
  type AssistantPart,
  type AssistantType,
  assistantDetailsSchema,
} from '#shared/assistants.ts'
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
  /** Files as they were when the settings were stored. */
  searchFiles: number
  codeFiles: number
  vectorStoreId: string
  temperature: number | undefined
  topP: number | undefined
}

/** A stored assistant as the list shows it. */
export type Row = OpenAiDetails & {
  id: string
  type: AssistantType
  details: string
  credential: string
  iconSrc: string | null
  updatedDate: string
}

export function readOpenAiDetails(text: string): OpenAiDetails {
  const given = toRecord(parseJson(text))
  const tools = listOf(given.tools).map(toolOf)
  return {
    name: textOf(given.name) || 'Assistant',
    description: textOf(given.description),
    model: textOf(given.model),
    instructions: textOf(given.instructions),
    tools: tools.flatMap(({ type }) => (type && type !== 'function' ? [type] : [])),
    functions: tools.flatMap(({ name }) => name ?? []),
    ...resourcesOf(given.tool_resources),
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

function resourcesOf(resources: unknown) {
  const { file_search: given, code_interpreter: code } = toRecord(resources)
  const search = toRecord(given)
  const [vectorStoreId] = listOf(search.vector_store_ids)
  return {
    searchFiles: listOf(search.files).length,
    codeFiles: listOf(toRecord(code).file_ids ?? toRecord(code).files).length,
    vectorStoreId: textOf(vectorStoreId),
  }
}

export type LoadedAssistant = { details: string; type: 'OPENAI' | 'AZURE' }

/** OpenAI-type assistants in a file: rows of an export, one row, or details alone. */
export function readOpenAiFile(text: string): LoadedAssistant[] {
  const given = parseJson(text)
  if (!isRecord(given)) {
    return []
  }
  const { AssistantOpenAI: openAi, AssistantAzure: azure } = given
  const isExport = Array.isArray(openAi) || Array.isArray(azure)
  const single = given.type === 'AZURE' ? 'AZURE' : 'OPENAI'
  return isExport
    ? [...loadedFrom(listOf(openAi), 'OPENAI'), ...loadedFrom(listOf(azure), 'AZURE')]
    : loadedFrom([given], single)
}

function loadedFrom(rows: readonly unknown[], type: LoadedAssistant['type']): LoadedAssistant[] {
  return rows.filter(isRecord).flatMap((row) => {
    const details = typeof row.details === 'string' ? row.details : JSON.stringify(row)
    const { name, model } = toRecord(parseJson(details))
    return textOf(name) && textOf(model) ? [{ details, type }] : []
  })
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
