import { z } from 'zod'
import { isRecord, parseJson } from './json.ts'

/** OpenAI's own limits, which the form shows while one types. */
export const openAiLimits = {
  name: 256,
  description: 512,
  instructions: 32_768,
  tools: 128,
  searchFiles: 10_000,
  codeFiles: 20,
  storeName: 256,
  days: 365,
} as const

const functionTool = z.object({
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), description: z.string().optional() }),
})
const builtInTool = z.object({ type: z.enum(['code_interpreter', 'file_search']) })
/** Older files name a built-in tool by its type alone; retrieval is the former name of file search. */
const toolSchema = z.preprocess(
  (tool) => {
    const given = typeof tool === 'string' ? { type: tool } : tool
    return isRecord(given) && given.type === 'retrieval' ? { type: 'file_search' } : given
  },
  z.union([builtInTool, functionTool]),
)
const ids = (max: number) => z.array(z.string().min(1).max(255)).max(max)
const fileSchema = z.object({ id: z.string().min(1).max(255), filename: z.string().max(1_000).default('') })

const resourcesSchema = z.object({
  code_interpreter: z
    .object({
      file_ids: ids(openAiLimits.codeFiles).nullish(),
      files: z.array(fileSchema).max(openAiLimits.codeFiles).nullish(),
    })
    .nullish(),
  file_search: z
    .object({
      vector_store_ids: ids(1).nullish(),
      files: z.array(fileSchema).max(openAiLimits.searchFiles).nullish(),
    })
    .nullish(),
})

const upTo = (max: number) => z.string().max(max, `Use at most ${max.toLocaleString('en-US')} characters`)

/**
 * `details` of an OpenAI-type assistant, in the shape of OpenAI's former assistant object. `id` is that of the
 * former assistant, where it was one.
 */
export const openAiDetailsSchema = z.looseObject({
  id: z.string().max(255).nullish(),
  name: upTo(openAiLimits.name).nullish(),
  description: upTo(openAiLimits.description).nullish(),
  model: z.string().max(255).nullish(),
  instructions: upTo(openAiLimits.instructions).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  tools: z.array(toolSchema).max(openAiLimits.tools).nullish(),
  tool_resources: resourcesSchema.nullish(),
})
type StoredOpenAiDetails = z.infer<typeof openAiDetailsSchema>

export type OpenAiFile = { id: string; filename: string }

/** A definition without gaps, as the form and the calls use it. */
export type OpenAiDefinition = {
  formerId: string
  name: string
  description: string
  model: string
  instructions: string
  temperature: number | null
  topP: number | null
  codeInterpreter: boolean
  fileSearch: boolean
  /** Names of functions that the former assistant declared; the tools of the flow take their place. */
  functions: string[]
  codeFiles: OpenAiFile[]
  vectorStoreId: string
  /** Files of the vector store when the settings were stored; OpenAI has them now. */
  searchFiles: OpenAiFile[]
}

/** Undefined for a text that is no definition or exceeds a limit. */
export function parseOpenAiDetails(text: string): OpenAiDefinition | undefined {
  const parsed = openAiDetailsSchema.safeParse(parseJson(text))
  return parsed.success ? toDefinition(parsed.data) : undefined
}

function toDefinition(stored: StoredOpenAiDetails): OpenAiDefinition {
  const tools = stored.tools ?? []
  return {
    ...textsOf(stored),
    temperature: stored.temperature ?? null,
    topP: stored.top_p ?? null,
    codeInterpreter: tools.some(({ type }) => type === 'code_interpreter'),
    fileSearch: tools.some(({ type }) => type === 'file_search'),
    functions: tools.flatMap((tool) => (tool.type === 'function' ? [tool.function.name] : [])),
    codeFiles: codeFilesOf(stored),
    vectorStoreId: stored.tool_resources?.file_search?.vector_store_ids?.[0] ?? '',
    searchFiles: stored.tool_resources?.file_search?.files ?? [],
  }
}

function textsOf({ id, name, description, model, instructions }: StoredOpenAiDetails) {
  return {
    formerId: id ?? '',
    name: name || 'Assistant',
    description: description ?? '',
    model: model ?? '',
    instructions: instructions ?? '',
  }
}

/** The former API listed ids; Flowise's files list the names beside them. */
function codeFilesOf({ tool_resources: resources }: StoredOpenAiDetails): OpenAiFile[] {
  const { files, file_ids: fileIds } = resources?.code_interpreter ?? {}
  const named = new Map((files ?? []).map(({ id, filename }) => [id, filename]))
  return [...new Set([...(fileIds ?? []), ...named.keys()])].map((id) => ({
    id,
    filename: named.get(id) ?? '',
  }))
}

/** The text to store. Keys of `before` that the form does not know stay. */
export function writeOpenAiDetails(definition: OpenAiDefinition, before = '{}'): string {
  const stored = parseJson(before)
  const { name, description, model, instructions, codeFiles, vectorStoreId, searchFiles } = definition
  const former = isRecord(stored) ? stored : {}
  const functions = Array.isArray(former.tools) ? former.tools.filter(isFunction) : []
  return JSON.stringify({
    ...former,
    ...{ name, description, model, instructions },
    temperature: definition.temperature,
    top_p: definition.topP,
    tools: [
      ...(definition.codeInterpreter ? [{ type: 'code_interpreter' }] : []),
      ...(definition.fileSearch ? [{ type: 'file_search' }] : []),
      ...functions,
    ],
    tool_resources: {
      code_interpreter: { file_ids: codeFiles.map(({ id }) => id), files: codeFiles },
      file_search:
        vectorStoreId === ''
          ? { vector_store_ids: [] }
          : { vector_store_ids: [vectorStoreId], files: searchFiles },
    },
  })
}

const isFunction = (tool: unknown) => isRecord(tool) && tool.type === 'function'

const moment = z.number().nullish()
const expiry = z.object({
  anchor: z.literal('last_active_at').default('last_active_at'),
  days: z.int().min(1).max(openAiLimits.days),
})

/** A vector store as OpenAI returns it. Times are Unix seconds. */
export const vectorStoreSchema = z.object({
  id: z.string(),
  object: z.literal('vector_store').default('vector_store'),
  name: z
    .string()
    .nullish()
    .transform((name) => name ?? ''),
  status: z.string().default('completed'),
  usage_bytes: z.number().default(0),
  file_counts: z
    .object({
      in_progress: z.number().default(0),
      completed: z.number().default(0),
      failed: z.number().default(0),
      cancelled: z.number().default(0),
      total: z.number().default(0),
    })
    .prefault({}),
  created_at: moment,
  expires_after: z.object({ anchor: z.string(), days: z.number() }).nullish(),
  expires_at: moment,
  last_active_at: moment,
})
export type VectorStore = z.infer<typeof vectorStoreSchema>

/** A file as OpenAI returns it. */
export const openAiFileSchema = z.object({
  id: z.string(),
  object: z.literal('file').default('file'),
  filename: z.string().default(''),
  bytes: z.number().nullish(),
  purpose: z.string().nullish(),
  created_at: moment,
})

/** A file in a vector store; `status` tells how far its passages are read. */
export const storeFileSchema = z.object({
  id: z.string(),
  object: z.literal('vector_store.file').default('vector_store.file'),
  vector_store_id: z.string().nullish(),
  status: z.string().default('completed'),
  usage_bytes: z.number().default(0),
  created_at: moment,
  filename: z.string().optional(),
})

/** An assistant of the former API. */
export const formerAssistantSchema = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  model: z.string().default(''),
  instructions: z.string().nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  tools: z.array(z.looseObject({ type: z.string() })).default([]),
  tool_resources: z.looseObject({}).nullish(),
})

const credential = z.string().min(1, 'Choose a credential').max(255)
const remoteId = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\w-]+$/, 'Use an id of OpenAI')

export const openAiAccountInput = z.object({ credential })
export const openAiItemInput = z.object({ credential, id: remoteId })
const storeFields = z.object({
  name: upTo(openAiLimits.storeName).optional(),
  /** Null keeps the store for good. */
  expires_after: expiry.nullish(),
})
export const createStoreInput = storeFields.extend({ credential, file_ids: ids(500).optional() })
export const updateStoreInput = storeFields.extend({ credential, id: remoteId })
export const detachFilesInput = openAiItemInput.extend({ file_ids: ids(500).min(1) })
export const openAiContentsInput = z.object({
  credential,
  vectorStoreId: z.string().max(255).default(''),
  fileIds: ids(openAiLimits.codeFiles).default([]),
})

/** What an assistant refers to at OpenAI. */
export const openAiContentsSchema = z.object({
  /** Null when there is none, or OpenAI no longer has it. */
  store: vectorStoreSchema.extend({ files: z.array(storeFileSchema) }).nullable(),
  files: z.array(openAiFileSchema),
  /** Ids that OpenAI no longer has. */
  missing: z.array(z.string()),
})
