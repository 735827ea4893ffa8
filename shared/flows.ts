import { z } from 'zod'
import { isoDate } from './dates.ts'
import { parseJson } from './json.ts'
import { isTooDeepJson } from './json-depth.ts'

/** CHATFLOW; MULTIAGENT = sequential and multi-agent; AGENTFLOW = control-flow files; ASSISTANT = custom assistants. */
export const flowTypes = ['CHATFLOW', 'AGENTFLOW', 'MULTIAGENT', 'ASSISTANT'] as const
export type FlowType = (typeof flowTypes)[number]

/** Flows whose nodes are steps of a program; all others answer with one ending node. */
export function isAgentFlow(type: FlowType): boolean {
  return type === 'AGENTFLOW' || type === 'MULTIAGENT'
}

/** JSON settings that Flowise clients store on a flow as text; the text is stored unchanged. */
export const jsonText = z
  .string()
  .max(1_000_000)
  .nullish()
  .refine((text) => !text || isJson(text), 'Send this setting as JSON text')

const flowDescriptionSchema = z
  .string()
  .trim()
  .max(500, 'Use at most 500 characters')
  .transform((text) => text || null)
  .nullish()

const settings = {
  deployed: z.boolean().nullish(),
  isPublic: z.boolean().nullish(),
  apikeyid: z.string().nullish(),
  category: z.string().max(1_000).nullish(),
  description: flowDescriptionSchema,
  chatbotConfig: jsonText,
  apiConfig: jsonText,
  analytic: jsonText,
  speechToText: jsonText,
  textToSpeech: jsonText,
  followUpPrompts: jsonText,
}

export const flowNameSchema = z.string().trim().min(1, 'Enter a name').max(255, 'Use at most 255 characters')
/** `{ nodes, edges, viewport }` as JSON text: the form of Flowise files. Never altered on its way in or out. */
export const flowDataSchema = z.string().max(20_000_000)

export const flowSchema = z.object({
  id: z.string(),
  name: z.string(),
  flowData: z.string(),
  type: z.enum(flowTypes),
  deployed: z.boolean(),
  isPublic: z.boolean(),
  apikeyid: z.string().nullable(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  chatbotConfig: z.string().nullable(),
  apiConfig: z.string().nullable(),
  analytic: z.string().nullable(),
  speechToText: z.string().nullable(),
  textToSpeech: z.string().nullable(),
  followUpPrompts: z.string().nullable(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type SavedFlow = z.infer<typeof flowSchema>
export const flowHeadingSchema = flowSchema.omit({ flowData: true })

export const createFlowInput = z.object({
  /** Only of the flow of an assistant, which has the assistant's id. Any other is ignored. */
  id: z.string().max(100).optional().catch(undefined),
  name: flowNameSchema,
  flowData: flowDataSchema.default('{"nodes":[],"edges":[]}'),
  type: z.enum(flowTypes),
  ...settings,
})

export const updateFlowInput = z.object({
  id: z.string(),
  name: flowNameSchema.optional(),
  flowData: flowDataSchema.optional(),
  type: z.enum(flowTypes).optional(),
  ...settings,
})

export const flowIdInput = z.object({ id: z.string() })

export const thumbnailSchema = z.object({
  boxes: z.array(
    z.object({
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      /** One of `kinds` in shared/kinds.ts. */
      kind: z.string(),
      rows: z.int(),
    }),
  ),
  threads: z.array(z.object({ from: z.int(), to: z.int(), kind: z.string() })),
})
export type Thumbnail = z.infer<typeof thumbnailSchema>

export const flowSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(flowTypes),
  /** `;`-joined tags, as Flowise stores them. */
  category: z.string().nullable(),
  description: z.string().nullable(),
  isPublic: z.boolean(),
  nodeCount: z.int(),
  thumbnail: thumbnailSchema,
  /** Whether the canvas differs from the live version; `never`: nothing is published yet. */
  draft: z.enum(['none', 'ahead', 'never']),
  version: z.int().nullable(),
  changeCount: z.int(),
  /** Over the last seven days. */
  messages: z.int(),
  /** Dollars, over the last seven days. */
  cost: z.number(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type FlowSummary = z.infer<typeof flowSummarySchema>

export const flowIssueSchema = z.object({
  id: z.string(),
  label: z.string(),
  name: z.string(),
  issues: z.array(z.string()),
})
export type FlowIssue = z.infer<typeof flowIssueSchema>

function isJson(text: string) {
  return !isTooDeepJson(text) && parseJson(text) !== undefined
}
