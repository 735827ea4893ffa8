import { z } from 'zod'
import { isoDate } from './dates.ts'
import { modelChoiceSchema } from './writing.ts'

export const evaluatorKinds = [
  'exact',
  'contains',
  'regex',
  'schema',
  'numeric',
  'script',
  'tool',
  'judge',
] as const
export type EvaluatorKind = (typeof evaluatorKinds)[number]

const ignoresCase = z.boolean().default(true)

/** What an evaluator checks. */
export const evaluatorConfigSchema = z.discriminatedUnion('kind', [
  /** The answer is the expected one; space around and between words is ignored. */
  z.object({ kind: z.literal('exact'), ignoresCase }),
  /** `text`: empty for the expected answer. Lines are looked for one by one: the score is the found share. */
  z.object({
    kind: z.literal('contains'),
    text: z.string().max(10_000).default(''),
    ignoresCase,
    isForbidden: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('regex'),
    pattern: z
      .string()
      .min(1, 'Enter a pattern')
      .max(2_000)
      .refine(isPattern, 'This is not a regular expression'),
    ignoresCase,
  }),
  /** The answer is JSON that matches a JSON schema. */
  z.object({
    kind: z.literal('schema'),
    schema: z.string().min(1, 'Enter a JSON schema').max(100_000).refine(isJsonObject, 'Enter JSON text'),
  }),
  z.object({
    kind: z.literal('numeric'),
    /** A number in the answer, the time to answer, or what the answer costs. */
    measure: z.enum(['answer', 'seconds', 'usd']),
    compare: z.enum(['equals', 'atMost', 'atLeast']),
    /** Null: the first number of the expected answer. */
    value: z.number().nullable().default(null),
    tolerance: z.number().min(0).default(0),
  }),
  /** Receives `$input`, `$output`, `$expected`; returns a score, a boolean, or `{ score, reason }`. */
  z.object({ kind: z.literal('script'), code: z.string().min(1, 'Write the code').max(100_000) }),
  /** A tool of this name was called, in evaluations also when the call was simulated. */
  z.object({ kind: z.literal('tool'), tool: z.string().trim().min(1, 'Enter a name').max(255) }),
  /** A model scores the answer by a rubric. Null: the default model. */
  z.object({
    kind: z.literal('judge'),
    rubric: z.string().trim().min(1, 'Write the rubric').max(20_000),
    model: modelChoiceSchema.nullable().default(null),
  }),
])
export type EvaluatorConfig = z.output<typeof evaluatorConfigSchema>

function isPattern(text: string) {
  try {
    return Boolean(new RegExp(text, 'u'))
  } catch {
    return false
  }
}

function isJsonObject(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

export const evaluatorSchema = z.object({
  id: z.string(),
  name: z.string(),
  config: evaluatorConfigSchema,
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type Evaluator = z.infer<typeof evaluatorSchema>

const name = z.string().trim().min(1, 'Enter a name').max(200, 'Use at most 200 characters')
export const createEvaluatorInput = z.object({ name, config: evaluatorConfigSchema })
export const updateEvaluatorInput = z.object({
  id: z.string(),
  name: name.optional(),
  config: evaluatorConfigSchema.optional(),
})
export const evaluatorIdInput = z.object({ id: z.string() })

/** How Flowise's clients know an evaluator: its config is JSON text. */
export const restEvaluatorSchema = evaluatorSchema.extend({
  type: z.enum(['llm', 'text', 'json', 'numeric']),
  config: z.string(),
})
const configText = z
  .string()
  .max(200_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'Enter JSON text' })
      return z.NEVER
    }
  })
  .pipe(evaluatorConfigSchema)
/** `config` as JSON text or an object. */
const restConfig = z.union([configText, evaluatorConfigSchema])
export const createRestEvaluatorInput = z.object({ name, config: restConfig })
export const updateRestEvaluatorInput = z.object({
  id: z.string(),
  name: name.optional(),
  config: restConfig.optional(),
})
