import { z } from 'zod'

/** Services reached with a key. `compatible` is any server that speaks OpenAI's protocol. */
export const keyServices = ['openai', 'anthropic', 'google', 'compatible'] as const
export type KeyService = (typeof keyServices)[number]

/** Model servers on the machine this server runs on. */
export const localServices = ['ollama', 'lmstudio', 'llamacpp'] as const
export type LocalService = (typeof localServices)[number]

/** Keys an operator may have set for other programs; ADMINs can use them without seeing them. */
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
  /** Of `compatible`. */
  baseUrl: z.string().trim().max(500).optional(),
})

/** Where a model comes from. */
export const modelSourceSchema = z.discriminatedUnion('from', [
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
  /** As the run log and the price table name it. */
  provider: z.string(),
  /** `price` is null where the price table does not know the model. */
  models: z.array(z.object({ name: z.string(), price: modelPriceSchema.nullable() })),
  suggested: z.string().nullable(),
})
export type ConnectedModels = z.infer<typeof connectedModelsSchema>

export const setDefaultModelInput = z.object({
  source: modelSourceSchema,
  model: z.string().trim().min(1, 'Choose a model').max(200),
  /** Stored for a model that has no price yet; ignored for others. */
  price: modelPriceSchema.optional(),
})

/** What answers in flows that use the default model. */
export const defaultModelSchema = z.object({
  /** The built-in demo model answers, because no default is set. */
  isDemo: z.boolean(),
  provider: z.string(),
  /** The provider's name for people. */
  providerLabel: z.string(),
  model: z.string(),
  /** Null where the price table does not know the model. */
  price: modelPriceSchema.nullable(),
})
export type DefaultModel = z.infer<typeof defaultModelSchema>

/** What an ADMIN can use without entering a key. */
export const modelOffersSchema = z.object({
  local: z.array(
    z.object({ service: z.enum(localServices), address: z.string(), models: z.array(z.string()) }),
  ),
  environment: z.array(
    z.object({ name: z.enum(environmentKeys), service: z.enum(keyServices), baseUrl: z.string().nullable() }),
  ),
  /** Shared credentials of services with chat models. */
  credentials: z.array(z.object({ id: z.string(), name: z.string(), service: z.enum(keyServices) })),
})
export type ModelOffers = z.infer<typeof modelOffersSchema>
