import { z } from 'zod'
import { parseJson } from './json.ts'

// Settings stored on a flow as JSON text. Invalid ones count as not set: a file of another version must not break
// the flow.

const flag = z.boolean().catch(false)
const text = z.string().optional().catch(undefined)
const switched = z.object({ status: flag })

export const apiConfigSchema = z.object({
  rateLimit: z
    .object({
      status: flag,
      limitMax: z.coerce.number<number | string>().int().min(1),
      /** Seconds. */
      limitDuration: z.coerce.number<number | string>().int().min(1).max(86_400),
      limitMsg: text,
    })
    .optional()
    .catch(undefined),
  runLimits: z
    .object({
      status: flag,
      maxCostUsd: z.coerce.number<number | string>().positive().optional().catch(undefined),
      maxSteps: z.coerce.number<number | string>().int().min(1).max(50_000).optional().catch(undefined),
      maxMinutes: z.coerce.number<number | string>().int().min(1).max(1_440).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  privacy: z
    .object({ status: flag, retentionDays: z.coerce.number<number | string>().int().min(1) })
    .optional()
    .catch(undefined),
  overrideConfig: z
    .object({
      status: flag,
      nodes: z
        .record(z.string(), z.array(z.looseObject({ name: z.string(), enabled: flag })).catch([]))
        .catch({}),
      variables: z.array(z.looseObject({ name: z.string(), enabled: flag })).catch([]),
    })
    .optional()
    .catch(undefined),
})
export type ApiConfig = z.infer<typeof apiConfigSchema>

export const chatbotConfigSchema = z.object({
  starterPrompts: z
    .record(z.string(), z.object({ prompt: z.string() }))
    .optional()
    .catch(undefined),
  followUpPrompts: switched.optional().catch(undefined),
  chatFeedback: switched.optional().catch(undefined),
  leads: z
    .object({ status: flag, title: text, successMessage: text, name: flag, email: flag, phone: flag })
    .optional()
    .catch(undefined),
  fullFileUpload: z.object({ status: flag, allowedUploadFileTypes: text }).optional().catch(undefined),
  postProcessing: z
    .object({
      enabled: flag,
      /** JavaScript as JSON text. */
      customFunction: text,
    })
    .optional()
    .catch(undefined),
  allowedOrigins: z.array(z.string()).optional().catch(undefined),
  allowedOriginsError: text,
  errorMessage: text,
})
export type ChatbotConfig = z.infer<typeof chatbotConfigSchema>

/** `{ status, selectedProvider, <provider>: { credentialId, modelName, prompt, … } }` */
const followUpPromptsSchema = z.looseObject({ status: flag, selectedProvider: text })
export type FollowUpSettings = z.infer<typeof followUpPromptsSchema>
export const followUpProviderSchema = z.object({
  credentialId: text,
  modelName: text,
  /** May contain `{history}`. */
  prompt: text,
  temperature: z.coerce.number<number | string>().optional().catch(undefined),
  baseUrl: text,
})

const read =
  <Schema extends z.ZodType>(schema: Schema) =>
  (stored: string | null): z.output<Schema> | undefined => {
    // Most flows have none, and every question reads this: a thrown and caught error costs as much as a query.
    if (!stored) {
      return undefined
    }
    return schema.safeParse(parseJson(stored)).data
  }

export const readApiConfig = read(apiConfigSchema)
export const readChatbotConfig = read(chatbotConfigSchema)
export const readFollowUps = read(followUpPromptsSchema)
