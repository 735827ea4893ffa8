import { z } from 'zod'
import { isoDate } from './dates.ts'
import { flowDataSchema, flowNameSchema, flowTypes, jsonText, thumbnailSchema } from './flows.ts'

/**
 * The reason for a version. `saved`, `published` and `api` (through REST) are explicit; the others prevent data
 * loss: before a flow is replaced, restored, its nodes upgraded, another user's work overwritten or discarded, and
 * after every half hour of work.
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
export const changeCount = z.object({ added: z.int(), removed: z.int(), changed: z.int() })

/** Metadata of the draft without the flow data: small enough to poll. */
export const flowHeadSchema = z.object({
  name: z.string(),
  type: z.enum(flowTypes),
  /** Incremented by every change of the draft. A save must name the revision it is based on. */
  revision: z.int(),
  /** Whether the canvas differs from the live version. */
  isDraft: z.boolean(),
  /** Draft compared with the live version. */
  changes: changeCount,
  by: person,
  savedDate: isoDate,
  updatedDate: isoDate,
  /** The live version; null before the first publication. */
  published: z.object({ id: z.string(), number: z.int(), publishedDate: isoDate }).nullable(),
  /** Number of the newest version; 0 before the first publication. */
  newest: z.int(),
})
export type FlowHead = z.infer<typeof flowHeadSchema>

/** The draft, or the live version if there is no draft. */
export const flowDraftSchema = flowHeadSchema.extend({
  id: z.string(),
  flowData: z.string(),
})
export type FlowDraft = z.infer<typeof flowDraftSchema>

export const beginFlowInput = z.object({
  name: flowNameSchema,
  flowData: flowDataSchema,
  type: z.enum(flowTypes).default('CHATFLOW'),
  chatbotConfig: jsonText,
})

const texts = {
  id: z.string(),
  /** The revision it is based on: a newer one is a CONFLICT. */
  base: z.int().min(0),
  flowData: flowDataSchema,
  name: flowNameSchema.optional(),
}

export const saveDraftInput = z.object({
  ...texts,
  /** Stores the overwritten draft as a version. */
  keepsOther: z.boolean().default(false),
})

const message = z.string().trim().max(200, 'Use at most 200 characters')

export const saveVersionInput = z.object({ ...texts, message: message.optional() })

/** Why a flow is published although its publish checks failed. It goes into the audit log. */
const publishAnyway = z.string().trim().min(3, 'Say why').max(200, 'Use at most 200 characters')
export const publishInput = saveVersionInput.extend({ reason: publishAnyway.optional() })
export const publishVersionInput = z.object({
  id: z.string(),
  versionId: z.string(),
  reason: publishAnyway.optional(),
})

export const savedVersionSchema = flowHeadSchema.extend({
  version: z.int(),
  /** False: the newest version is identical, and no second one was created. */
  isNew: z.boolean(),
  /** Compared with the version before it; null for the first. */
  size: changeCount.nullable(),
})
export type SavedVersion = z.infer<typeof savedVersionSchema>

/** For a state that is about to be replaced on the canvas; the draft stays unchanged. */
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
  /** When it last went live. */
  publishedDate: isoDate.nullable(),
  isLive: z.boolean(),
  thumbnail: thumbnailSchema.nullable(),
  /** Compared with the version before it. */
  changes: changeCount.nullable(),
})
export type FlowVersion = z.infer<typeof versionSchema>

export const versionInput = z.object({ id: z.string(), versionId: z.string() })
export const nameVersionInput = versionInput.extend({
  /** Null removes the name. */
  name: message.min(1, 'Enter a name').nullable(),
})
export const restoreVersionInput = versionInput.extend({
  base: z.int().min(0),
  flowData: flowDataSchema,
})
export const duplicateVersionInput = versionInput.extend({ name: flowNameSchema })
