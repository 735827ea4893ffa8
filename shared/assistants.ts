import { z } from 'zod'
import { isoDate } from './dates.ts'
import { starterPromptsSchema } from './flow-sections.ts'
import { flowHeadSchema, restoreVersionInput } from './flow-versions.ts'
import { flowNameSchema, flowSummarySchema } from './flows.ts'
import { isRecord, parseJson } from './json.ts'

export const assistantTypes = ['CUSTOM', 'OPENAI', 'AZURE'] as const
export type AssistantType = (typeof assistantTypes)[number]

export const assistantSchema = z.object({
  id: z.string(),
  /** JSON text: name, model, instruction, tools. */
  details: z.string(),
  credential: z.string(),
  iconSrc: z.string().nullable(),
  type: z.enum(assistantTypes),
  createdDate: isoDate,
  updatedDate: isoDate,
})

const details = z.string().max(5_000_000).refine(isObject, 'must be an object as JSON text')
/** Id of a stored credential, or a placeholder for none. */
const credentialId = z.string().max(255)
const iconSrc = z.string().max(1_000_000).nullish()

/** The only fields accepted from forms and imported files. */
export const assistantFields = z.object({
  details,
  credential: credentialId.nullish().transform((id) => id ?? ''),
  iconSrc: iconSrc.transform((source) => source ?? null),
})

export const createAssistantInput = assistantFields.extend({ type: z.enum(assistantTypes).default('CUSTOM') })
export const updateAssistantInput = z.object({
  id: z.string(),
  details: details.optional(),
  credential: credentialId.optional(),
  iconSrc,
  type: z.enum(assistantTypes).optional(),
})
export const assistantIdInput = z.object({ id: z.string() })
export const removeAssistantInput = assistantIdInput.extend({
  /** Deletes what an OpenAI-type assistant has at OpenAI, too. */
  isDeleteBoth: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .default(false)
    .catch(false),
})

/** A node of an assistant, such as its model or one of its tools. Further keys of Flowise's node data are ignored. */
const assistantPartSchema = z.object({
  name: z.string().min(1).max(255),
  label: z.string().max(255).optional(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  /** Id of a stored credential. */
  credential: z.string().max(255).optional(),
})
export type AssistantPart = z.infer<typeof assistantPartSchema>

const knowledgeSchema = z.object({
  id: z.string().max(255),
  name: z.string().max(255).default(''),
  /** Tells the model when to search here. */
  description: z.string().max(10_000).default(''),
  returnSourceDocuments: z.boolean().default(false),
  /** Ours: absent in files of Flowise, which knows stores alone. */
  kind: z.enum(['store', 'pool']).default('store'),
})
export type AssistantKnowledge = z.infer<typeof knowledgeSchema>

const MAX_PARTS = 50

/** `details` of a custom assistant: Flowise's fields, and `memory` and `starterPrompts` as our own. */
export const assistantDetailsSchema = z.object({
  name: flowNameSchema,
  chatModel: assistantPartSchema.nullable().default(null),
  instruction: z.string().max(100_000, 'Use at most 100,000 characters').default(''),
  documentStores: z.array(knowledgeSchema).max(MAX_PARTS).default([]),
  tools: z.array(assistantPartSchema).max(MAX_PARTS).default([]),
  /** Turns the assistant remembers; null for the whole conversation. */
  memory: z.object({ turns: z.int().min(1).max(1_000).nullable() }).default({ turns: null }),
  /** Null: those of the flow's configuration, as in files of Flowise. */
  starterPrompts: starterPromptsSchema.nullable().default(null),
})
export type AssistantDetails = z.infer<typeof assistantDetailsSchema>

const assistantFieldNames = ['chatModel', 'instruction', 'documentStores', 'tools', 'flow'] as const

/** What keeps an assistant from answering, with the field that mends it. */
const assistantIssueSchema = z.object({
  field: z.enum(assistantFieldNames),
  /** Place in a list. */
  index: z.int().nullable(),
  label: z.string(),
  text: z.string(),
})
export type AssistantIssue = z.infer<typeof assistantIssueSchema>

/** The flow of the assistant, as the canvas sees the head of a flow. */
export const assistantHeadSchema = flowHeadSchema.extend({ issues: z.array(assistantIssueSchema) })
export type AssistantHead = z.infer<typeof assistantHeadSchema>

/** The draft of a custom assistant as its form shows it. */
export const assistantDraftSchema = z.object({
  id: z.string(),
  details: assistantDetailsSchema,
  /** Null until its flow is written for the first time. */
  head: assistantHeadSchema.nullable(),
})
export type AssistantDraft = z.infer<typeof assistantDraftSchema>

export const addAssistantInput = z.object({
  name: flowNameSchema,
  /** From a file. */
  details: assistantDetailsSchema.optional(),
})

export const saveAssistantInput = z.object({
  id: z.string(),
  /** The revision it is based on: a newer one is a CONFLICT. */
  base: z.int().min(0),
  details: assistantDetailsSchema,
  /** Stores the overwritten draft as a version. */
  keepsOther: z.boolean().default(false),
})
export const publishAssistantInput = saveAssistantInput.omit({ keepsOther: true })
export const restoreAssistantInput = restoreVersionInput.omit({ flowData: true })
export const continueAssistantInput = z.object({ id: z.string(), name: flowNameSchema })

export const assistantCardSchema = flowSummarySchema
  .pick({
    id: true,
    name: true,
    isPublic: true,
    draft: true,
    messages: true,
    cost: true,
    updatedDate: true,
  })
  .extend({
    instruction: z.string(),
    /** Empty until a model is chosen. */
    model: z.string(),
    sources: z.array(z.string()),
    tools: z.array(z.string()),
  })
export type AssistantCard = z.infer<typeof assistantCardSchema>

export const componentKinds = ['chatmodels', 'docstores', 'tools'] as const
export const storeChoiceSchema = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  kind: z.enum(['store', 'pool']),
})

export const generateInstructionInput = z.object({
  task: z.string().trim().min(1, 'Describe what it should do').max(4_000, 'Use at most 4,000 characters'),
  selectedChatModel: assistantPartSchema.nullish(),
  /** The assistant whose flow the charge is shown for; by default the one changed last. */
  assistantId: z.string().optional(),
})

/** Reads `details`; fields of another shape fall back to their defaults, so that a foreign file opens. */
export function readAssistantDetails(text: string): AssistantDetails {
  const stored = parseJson(text)
  const record = isRecord(stored) ? stored : {}
  const { shape } = assistantDetailsSchema
  const read = <Key extends keyof AssistantDetails>(key: Key, fallback: AssistantDetails[Key]) => {
    const found = shape[key].safeParse(record[key])
    return found.success ? (found.data as AssistantDetails[Key]) : fallback
  }
  return {
    name: read('name', 'Assistant'),
    chatModel: read('chatModel', null),
    instruction: read('instruction', ''),
    documentStores: read('documentStores', []),
    tools: read('tools', []),
    memory: read('memory', { turns: null }),
    starterPrompts: read('starterPrompts', null),
  }
}

function isObject(text: string) {
  return isRecord(parseJson(text))
}
