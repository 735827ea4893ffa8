import { z } from 'zod'
import { isoDate } from './dates.ts'
import { flowDataSchema, thumbnailSchema } from './flows.ts'
import { parseJson } from './json.ts'

/** Names as in Flowise's clients. `Agentflow` covers sequential and multi-agent flows. */
export const templateTypes = ['Chatflow', 'AgentflowV2', 'Agentflow', 'Tool'] as const
export type TemplateType = (typeof templateTypes)[number]

export const templateLanguages = ['en', 'tr'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

const templateNeedsSchema = z.object({
  credentials: z.array(z.object({ kind: z.string(), label: z.string(), ready: z.boolean() })),
  /** Node kinds this server does not have. */
  missing: z.array(z.string()),
})

export const templateSummarySchema = z.object({
  id: z.string(),
  /** `shipped` templates are part of the product and visible to all users. */
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
  /** Typical cost of a message in whole micro-USD. Null for tools, the user's own templates, and unknown prices. */
  typicalMicro: z.int().nullable(),
  /** Null for shipped templates. */
  createdDate: isoDate.nullable(),
})
export type TemplateSummary = z.infer<typeof templateSummarySchema>
export const starterSchema = templateSummarySchema.pick({
  id: true,
  name: true,
  description: true,
  type: true,
  thumbnail: true,
})
export type Starter = z.infer<typeof starterSchema>

const templateToolSchema = z.object({
  color: z.string(),
  iconSrc: z.string().nullable(),
  schema: z.string().nullable(),
  func: z.string().nullable(),
})

export const templateSchema = templateSummarySchema.extend({
  flowData: z.string().nullable(),
  /** JSON text of the initial settings of its flows, such as starter prompts. */
  chatbotConfig: z.string().nullable(),
  tool: templateToolSchema.nullable(),
  steps: z.array(z.object({ label: z.string(), text: z.string(), kind: z.string() })),
})
export type Template = z.infer<typeof templateSchema>

const language = z.enum(templateLanguages).default('en').catch('en')
export const galleryInput = z.object({ language }).default({ language: 'en' })
export const startersInput = z.object({ language, type: z.string().max(50) })
export type StartersInput = z.infer<typeof startersInput>
export const templateInput = z.object({ id: z.string(), language })
export const templateIdInput = z.object({ id: z.string() })

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

/** A list, or a format of older clients: JSON text of a list, or names separated by semicolons. */
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

/** Use cases are separated by commas. */
export const templateCardInput = z.object({ ...card, usecases: z.string().default('') })

export const saveTemplateInput = z
  .object({
    ...card,
    usecases,
    /** Defaults to the type of its source. */
    type: z.enum(templateTypes).optional().catch(undefined),
    /** Source: the live version of a flow. */
    chatflowId: z.string().optional(),
    /** Source: a flow as on the canvas. */
    flowData: flowDataSchema.optional(),
    /** Source: a tool. */
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
  return z.array(z.string()).safeParse(parseJson(text)).data ?? []
}
