import { z } from 'zod'

/** Services reached with a key. `compatible`: any server with OpenAI's protocol. */
export const keyServices = ['openai', 'anthropic', 'google', 'compatible'] as const
export type KeyService = (typeof keyServices)[number]

export const localServices = ['ollama', 'lmstudio', 'llamacpp'] as const
export type LocalService = (typeof localServices)[number]

/**
 * Environment variables an operator may have set for other programs; ADMINs can use them without seeing their
 * values.
 */
export const environmentKeys = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
] as const
export type EnvironmentKey = (typeof environmentKeys)[number]

const key = z.object({
  from: z.literal('key'),
  service: z.enum(keyServices),
  apiKey: z.string().trim().max(500),
  /** For `compatible` only. */
  baseUrl: z.string().trim().max(500).optional(),
})

const modelSourceSchema = z.discriminatedUnion('from', [
  key,
  z.object({ from: z.literal('environment'), name: z.enum(environmentKeys) }),
  z.object({ from: z.literal('local'), service: z.enum(localServices) }),
  z.object({ from: z.literal('credential'), id: z.string() }),
])
export type ModelSource = z.infer<typeof modelSourceSchema>

/** US dollars per million tokens, as decimal text. */
const usdPerMillion = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'Use dollars per million tokens, such as 0.25')
export const modelPriceSchema = z.object({
  inputUsdPerMillion: usdPerMillion,
  outputUsdPerMillion: usdPerMillion,
})
export type ModelPrice = z.infer<typeof modelPriceSchema>

export const connectModelInput = z.object({ source: modelSourceSchema })
export const connectedModelsSchema = z.object({
  /** As named in the run log and the price table. */
  provider: z.string(),
  /** `price` is null when the price table lacks the model. */
  models: z.array(z.object({ name: z.string(), price: modelPriceSchema.nullable() })),
  suggested: z.string().nullable(),
})
export type ConnectedModels = z.infer<typeof connectedModelsSchema>

export const setDefaultModelInput = z.object({
  source: modelSourceSchema,
  model: z.string().trim().min(1, 'Choose a model').max(200),
  /** Stored for a model without a price; ignored for others. */
  price: modelPriceSchema.optional(),
})

export const defaultModelSchema = z.object({
  /** The built-in demo model, because no default is set. */
  isDemo: z.boolean(),
  provider: z.string(),
  providerLabel: z.string(),
  model: z.string(),
  /** Null when the price table lacks the model. */
  price: modelPriceSchema.nullable(),
})
export type DefaultModel = z.infer<typeof defaultModelSchema>

export const modelOffersSchema = z.object({
  local: z.array(
    z.object({ service: z.enum(localServices), address: z.string(), models: z.array(z.string()) }),
  ),
  environment: z.array(
    z.object({ name: z.enum(environmentKeys), service: z.enum(keyServices), baseUrl: z.string().nullable() }),
  ),
  credentials: z.array(z.object({ id: z.string(), name: z.string(), service: z.enum(keyServices) })),
})
export type ModelOffers = z.infer<typeof modelOffersSchema>
