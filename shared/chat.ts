import { z } from 'zod'
import type { RunInput } from './agent-events.ts'
import { isoDate } from './dates.ts'
import { feedbackSchema, type Rating, ratings } from './feedback.ts'
import { parseJson } from './json.ts'
import { pinsSchema } from './replies.ts'
import { MAX_UPLOADS, storedUploadSchema, uploadSchema } from './uploads.ts'

export const chatTypes = ['INTERNAL', 'EXTERNAL', 'EVALUATION', 'MCP', 'SCHEDULED', 'WEBHOOK'] as const
export type ChatType = (typeof chatTypes)[number]

const question = z.string().max(32_000, 'Use at most 32,000 characters')

const formValues = z.record(z.string(), z.json())

const asking = z.object({
  flowId: z.string(),
  question,
  chatId: z.string().max(255).optional(),
  /** Stops after this node; the run is not part of the conversation. */
  until: z.string().optional(),
  /**
   * Repeats an earlier run: unchanged nodes reuse its recorded replies and are not charged. `from`: this node and
   * all after it run again.
   */
  reuse: z.object({ runId: z.string(), from: z.string().optional() }).optional(),
  /** Pinned replies by node, used instead of calling the model. */
  pinned: pinsSchema.optional(),
  uploads: z.array(uploadSchema).max(MAX_UPLOADS, `Send at most ${MAX_UPLOADS} files`).optional(),
  /** The email entered in the flow's lead form. */
  leadEmail: z.string().max(254).optional(),
  /** Values for an agent flow that starts with a form. */
  form: formValues.optional(),
})
/**
 * A question from the canvas: returns at once with the run to watch. A recording without text is valid, because it
 * is transcribed during the run, and so is a form.
 */
export const askInput = asking.refine(
  ({ question, form, uploads }) =>
    question.trim() !== '' || form || uploads?.some(({ type }) => type === 'audio'),
  { path: ['question'], message: 'Write a question' },
)
export type AskInput = z.infer<typeof askInput>
export const askOutput = z.object({ runId: z.string(), chatId: z.string(), sessionId: z.string() })

const pastMessage = z.union([
  z.object({ role: z.enum(['apiMessage', 'userMessage']), content: z.string() }),
  z
    .object({ type: z.enum(['apiMessage', 'userMessage']), message: z.string() })
    .transform(({ type, message }) => ({ role: type, content: message })),
])

const questionId = z.string().regex(/^[\w-]{16,64}$/, 'Use 16 to 64 letters, digits, hyphens and underscores')

/** The body of a prediction. Unknown keys are ignored, because clients send their whole request object. */
export const predictionInput = z.object({
  question: question.default(''),
  chatId: z.string().max(255).optional(),
  sessionId: z.string().max(255).optional(),
  streaming: z
    .union([z.boolean(), z.string()])
    .optional()
    .transform((value) => value === true || value === 'true'),
  history: z.array(pastMessage).max(1_000).default([]),
  overrideConfig: z.record(z.string(), z.unknown()).default({}),
  leadEmail: z.string().max(254).optional(),
  uploads: z.array(uploadSchema).max(MAX_UPLOADS, `Send at most ${MAX_UPLOADS} files`).default([]),
  /** Values for an agent flow that starts with a form. */
  form: formValues.optional(),
  /**
   * Chosen by the client, together with `chatId`, and new for every question. A question sent twice is answered once,
   * and the client can come back for the answer: `GET /chatbot/:id/answer`.
   */
  questionId: questionId.optional(),
  /** Answers the run of an agent flow that waits in this session. */
  humanInput: z
    .object({
      type: z.enum(['proceed', 'reject']),
      startNodeId: z.string().optional(),
      feedback: z.string().max(32_000).optional(),
    })
    .optional(),
  /** The action received from a waiting run; `question` is then the label of the chosen button. */
  action: z.looseObject({ id: z.string().optional(), mapping: z.looseObject({}).optional() }).optional(),
})
export const rejoinInput = z.object({ chatId: z.string().min(1).max(255), questionId })
export type Prediction = z.infer<typeof predictionInput> & {
  /** Set by webhooks and schedules, never by a client. */
  input?: RunInput
}

export const messageSchema = z.object({
  id: z.string(),
  role: z.enum(['userMessage', 'apiMessage']),
  chatflowid: z.string(),
  content: z.string(),
  chatId: z.string(),
  sessionId: z.string().nullable(),
  memoryType: z.string().nullable(),
  chatType: z.enum(chatTypes),
  createdDate: isoDate,
  leadEmail: z.string().nullable(),
  /** Our own fields, not Flowise's. Null on questions. */
  runId: z.string().nullable(),
  durationMs: z.int().nullable(),
  tokens: z.int().nullable(),
  /** Dollars. */
  cost: z.number().nullable(),
  sourceDocuments: z.array(z.json()).optional(),
  usedTools: z.array(z.json()).optional(),
  artifacts: z.array(z.json()).optional(),
  fileAnnotations: z.array(z.json()).optional(),
  fileUploads: z.array(storedUploadSchema).optional(),
  followUpPrompts: z.string().optional(),
  /** Absent unless requested. */
  feedback: feedbackSchema.optional(),
})
export type Message = z.infer<typeof messageSchema>
export const listedMessageSchema = messageSchema.loose()

/** Query parameters may occur once, repeatedly, or as a JSON list. */
const many = <Word extends string>(words: readonly Word[]) =>
  z.union([z.string(), z.array(z.string())]).transform((value) => {
    const list = Array.isArray(value) ? value : parseList(value)
    return list.filter((item): item is Word => (words as readonly string[]).includes(item))
  })

export const messageFilter = z.object({
  id: z.string(),
  chatType: many(chatTypes).optional(),
  chatId: z.string().optional(),
  memoryType: z.string().optional(),
  sessionId: z.string().optional(),
  messageId: z.string().optional(),
  feedbackType: many<Rating>(ratings).optional(),
  startDate: z.coerce.date<string>().optional(),
  endDate: z.coerce.date<string>().optional(),
  order: z.enum(['ASC', 'DESC']).default('ASC'),
  page: z.coerce.number<number>().int().min(1).optional(),
  limit: z.coerce.number<number>().int().min(1).max(1_000).optional(),
  feedback: z
    .union([z.boolean(), z.string()])
    .optional()
    .transform((value) => value === true || value === 'true'),
})

export const statsFilter = messageFilter.pick({
  id: true,
  chatType: true,
  feedbackType: true,
  startDate: true,
  endDate: true,
})
export const statsSchema = z.object({
  totalMessages: z.int(),
  totalSessions: z.int(),
  totalFeedback: z.int(),
  positiveFeedback: z.int(),
})

export const abortInput = z.object({ chatflowid: z.string(), chatid: z.string() })

function parseList(text: string): string[] {
  if (!text.startsWith('[')) {
    return [text]
  }
  const list = parseJson(text)
  return Array.isArray(list) ? list.map(String) : []
}
