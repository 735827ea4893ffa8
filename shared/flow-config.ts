import { z } from 'zod'

// Settings that clients keep on a flow as JSON text (facts/rest-table.md R3). What cannot be read counts as not set: a file
// of another version must not keep a flow from answering.

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
  overrideConfig: z
    .object({
      status: flag,
      /** By the label on the node's card. */
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
  /** A form before the first question, with the fields that are on. */
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
  /** What visitors read when the flow cannot answer. */
  errorMessage: text,
})
export type ChatbotConfig = z.infer<typeof chatbotConfigSchema>

/** `{ status, selectedProvider, <provider>: { credentialId, modelName, prompt, … } }` */
export const followUpPromptsSchema = z.looseObject({ status: flag, selectedProvider: text })
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
    // Most flows have none, and this is read with every question: an error thrown and caught costs as much as a query.
    if (!stored) {
      return undefined
    }
    try {
      return schema.safeParse(JSON.parse(stored)).data
    } catch {
      return undefined
    }
  }

export const readApiConfig = read(apiConfigSchema)
export const readChatbotConfig = read(chatbotConfigSchema)
export const readFollowUps = read(followUpPromptsSchema)
