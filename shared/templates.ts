import { z } from 'zod'
import { isoDate } from './dates.ts'
import { flowDataSchema, thumbnailSchema } from './flows.ts'

/** What a template makes, in the words Flowise's clients use. `Agentflow` are sequential and multi-agent flows. */
export const templateTypes = ['Chatflow', 'AgentflowV2', 'Agentflow', 'Tool'] as const
export type TemplateType = (typeof templateTypes)[number]

export const templateLanguages = ['en', 'tr'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

/** Kinds of credential and of node without which what the template makes cannot run. */
export const templateNeedsSchema = z.object({
  credentials: z.array(z.object({ kind: z.string(), label: z.string(), ready: z.boolean() })),
  /** Kinds of node this server does not have. */
  missing: z.array(z.string()),
})

/** A card of the gallery. */
export const templateSummarySchema = z.object({
  id: z.string(),
  /** `shipped` comes with the product and belongs to everybody. */
  source: z.enum(['shipped', 'own']),
  name: z.string(),
  description: z.string(),
  type: z.enum(templateTypes),
  badge: z.string(),
  usecases: z.array(z.string()),
  framework: z.array(z.string()),
  thumbnail: thumbnailSchema,
  nodeCount: z.int(),
  needs: templateNeedsSchema,
  /** Whole micro-USD a message usually costs. Null for tools, one's own, and where a price is not known. */
  typicalMicro: z.int().nullable(),
  /** Null for those that came with the product. */
  createdDate: isoDate.nullable(),
})
export type TemplateSummary = z.infer<typeof templateSummarySchema>
/** A template as a blank canvas offers it. */
export const starterSchema = templateSummarySchema.pick({
  id: true,
  name: true,
  description: true,
  type: true,
  thumbnail: true,
})
export type Starter = z.infer<typeof starterSchema>

export const templateToolSchema = z.object({
  color: z.string(),
  iconSrc: z.string().nullable(),
  schema: z.string().nullable(),
  func: z.string().nullable(),
})

/** A template whole: a flow file's text, or a tool. */
export const templateSchema = templateSummarySchema.extend({
  flowData: z.string().nullable(),
  /** JSON text of the settings a flow made from it begins with, such as its starter prompts. */
  chatbotConfig: z.string().nullable(),
  tool: templateToolSchema.nullable(),
  /** What happens in it, from the first step to the answer. */
  steps: z.array(z.object({ label: z.string(), text: z.string(), kind: z.string() })),
})
export type Template = z.infer<typeof templateSchema>

const language = z.enum(templateLanguages).default('en').catch('en')
export const galleryInput = z.object({ language }).default({ language: 'en' })
export const startersInput = z.object({ language, type: z.string().max(50) })
export type StartersInput = z.infer<typeof startersInput>
export const templateInput = z.object({ id: z.string(), language })
export const templateIdInput = z.object({ id: z.string() })

/** A row of `GET /marketplaces/templates` (facts/rest-table.md R14). */
export const shippedRowSchema = z.object({
  id: z.string(),
  templateName: z.string(),
  flowData: z.string(),
  badge: z.string(),
  framework: z.array(z.string()),
  usecases: z.array(z.string()),
  categories: z.array(z.string()),
  type: z.enum(templateTypes),
  description: z.string(),
})

/** A row of `GET /marketplaces/custom`. */
export const customRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  flowData: z.string().optional(),
  description: z.string(),
  badge: z.string(),
  framework: z.string(),
  usecases: z.union([z.array(z.string()), z.literal('')]),
  categories: z.array(z.string()),
  type: z.enum(templateTypes),
  color: z.string().optional(),
  iconSrc: z.string().nullish(),
  schema: z.string().nullish(),
  func: z.string().nullish(),
  createdDate: isoDate,
  updatedDate: isoDate,
})

const MAX_USECASES = 20
const usecase = z.string().trim().min(1).max(60)

/** A list, or what older clients send: JSON text of one, or names between semicolons. */
const usecases = z
  .union([z.array(z.string()), z.string()])
  .nullish()
  .transform(readNames)
  .pipe(z.array(usecase).max(MAX_USECASES, 'Use at most 20 use cases'))

const card = {
  name: z.string().trim().min(1, 'Enter a name').max(255, 'Use at most 255 characters'),
  description: z.string().trim().max(5_000).default(''),
  badge: z.string().trim().max(40).nullish(),
}

/** What a form asks of a template; use cases with commas between them. */
export const templateCardInput = z.object({ ...card, usecases: z.string().default('') })

export const saveTemplateInput = z
  .object({
    ...card,
    usecases,
    /** Taken from what it is made of where it is absent. */
    type: z.enum(templateTypes).optional().catch(undefined),
    /** The flow it is made of, as it answers, */
    chatflowId: z.string().optional(),
    /** or as it stands on the canvas, */
    flowData: flowDataSchema.optional(),
    /** or a tool. */
    tool: z
      .looseObject({
        color: z.string().max(1_000).default(''),
        iconSrc: z.string().max(1_000_000).nullish(),
        schema: z.string().max(1_000_000).nullish(),
        func: z.string().max(1_000_000).nullish(),
      })
      .optional(),
  })
  .refine(({ chatflowId, flowData, tool }) => chatflowId ?? flowData ?? tool, {
    error: 'Say what the template is to be made of: chatflowId or tool.',
  })
export type SaveTemplate = z.output<typeof saveTemplateInput>

function readNames(given: string | string[] | null | undefined): string[] {
  if (typeof given !== 'string') {
    return [...new Set(given ?? [])]
  }
  return given.startsWith('[') ? readJson(given) : given.split(';').filter((name) => name.trim() !== '')
}

function readJson(text: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(text))
  } catch {
    return []
  }
}
