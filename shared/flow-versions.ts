import { z } from 'zod'
import { isoDate } from './dates.ts'
import { flowDataSchema, flowNameSchema, flowTypes, jsonText, thumbnailSchema } from './flows.ts'

/**
 * Why a version was made. `saved`, `published` and `api` are somebody's wish (the last through the REST API); the others are
 * made so that nothing is lost: before a flow is replaced, restored, its nodes brought up to date, another's work written over or
 * put aside, and every half hour of work.
 */
export const versionReasons = [
  'created',
  'saved',
  'published',
  'api',
  'timed',
  'before-replace',
  'before-restore',
  'before-sync',
  'before-overwrite',
  'before-api',
] as const
export type VersionReason = (typeof versionReasons)[number]

const person = z.object({ id: z.string(), username: z.string() })
const changeCount = z.object({ added: z.int(), removed: z.int(), changed: z.int() })

/** What the canvas of a flow rests on, without the flow itself: small enough to be asked for often. */
export const flowHeadSchema = z.object({
  name: z.string(),
  /** Counts every change of what the canvas shows. Whoever saves names the one he has seen. */
  revision: z.int(),
  /** Whether the canvas shows something else than what answers. */
  isDraft: z.boolean(),
  /** The draft against what answers. */
  changes: changeCount,
  /** Who changed it last, and when. */
  by: person,
  savedDate: isoDate,
  updatedDate: isoDate,
  /** The version that answers; null before anything was published. */
  published: z.object({ id: z.string(), number: z.int(), publishedDate: isoDate }).nullable(),
  /** Number of the newest version; 0 before anything was published. */
  newest: z.int(),
})
export type FlowHead = z.infer<typeof flowHeadSchema>

/** What the canvas opens: the draft, or without one what answers. */
export const flowDraftSchema = flowHeadSchema.extend({
  id: z.string(),
  type: z.enum(flowTypes),
  flowData: z.string(),
})
export type FlowDraft = z.infer<typeof flowDraftSchema>

export const beginFlowInput = z.object({
  name: flowNameSchema,
  flowData: flowDataSchema,
  type: z.enum(flowTypes).default('CHATFLOW'),
  chatbotConfig: jsonText,
})

const written = {
  id: z.string(),
  /** The revision it was made from: another one in the meantime is a CONFLICT. */
  base: z.int().min(0),
  flowData: flowDataSchema,
  /** The flow's, when it was renamed. */
  name: flowNameSchema.optional(),
}

export const saveDraftInput = z.object({
  ...written,
  /** What it is written over is kept as a version. */
  keepsOther: z.boolean().default(false),
})

const message = z.string().trim().max(200, 'Use at most 200 characters')

export const saveVersionInput = z.object({ ...written, message: message.optional() })
export const publishInput = saveVersionInput

export const savedVersionSchema = flowHeadSchema.extend({
  /** Its number. */
  version: z.int(),
  /** False: the newest version is the same to the last card, and no second one was made. */
  isNew: z.boolean(),
  /** Against the version before it; null for the first. */
  size: changeCount.nullable(),
})
export type SavedVersion = z.infer<typeof savedVersionSchema>

/** Of a state that is about to be replaced on the canvas: the draft stays as it is. */
export const keepVersionInput = z.object({
  id: z.string(),
  flowData: flowDataSchema,
  reason: z.enum(['before-replace', 'before-sync']),
})

export const versionSchema = z.object({
  id: z.string(),
  number: z.int(),
  name: z.string().nullable(),
  reason: z.enum(versionReasons),
  author: person,
  createdDate: isoDate,
  /** When it answered last, or began to. */
  publishedDate: isoDate.nullable(),
  isLive: z.boolean(),
  thumbnail: thumbnailSchema.nullable(),
  /** Against the version before it. */
  changes: changeCount.nullable(),
})
export type FlowVersion = z.infer<typeof versionSchema>

export const versionInput = z.object({ id: z.string(), versionId: z.string() })
export const nameVersionInput = versionInput.extend({
  /** Null takes the name away. */
  name: message.min(1, 'Enter a name').nullable(),
})
export const restoreVersionInput = versionInput.extend({
  base: z.int().min(0),
  /** What the canvas shows now: it is kept as a version. */
  flowData: flowDataSchema,
})
export const duplicateVersionInput = versionInput.extend({ name: flowNameSchema })
