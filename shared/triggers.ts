import { z } from 'zod'
import { isoDate } from './dates.ts'

export const triggerKinds = ['schedule', 'webhook'] as const
export type TriggerKind = (typeof triggerKinds)[number]

/** What happens to a run that was due while no server was running. */
export const missedRules = ['skip', 'once'] as const
/** What happens to a run that is due while the last one has not ended. */
export const overlapRules = ['skip', 'queue', 'parallel'] as const

const triggerStatuses = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'SKIPPED'] as const
export type TriggerStatus = (typeof triggerStatuses)[number]

/** Why a run was skipped. */
export const skipReasons = ['missed', 'overlap', 'queue_full'] as const
export type SkipReason = (typeof skipReasons)[number]

export const triggerSchema = z.object({
  /** Null unless the published version starts with a schedule or a webhook. */
  kind: z.enum(triggerKinds).nullable(),
  enabled: z.boolean(),
  canEnable: z.boolean(),
  reason: z.string().nullable(),
  missed: z.enum(missedRules),
  overlap: z.enum(overlapRules),
  /** Header with the id of a delivery. Without it, headers of known services are read. */
  deliveryHeader: z.string().nullable(),
  hasSecret: z.boolean(),
  timezone: z.string().nullable(),
  nextRuns: z.array(isoDate),
})
export type Trigger = z.infer<typeof triggerSchema>

export const saveTriggerInput = z.object({
  id: z.string(),
  enabled: z.boolean().optional(),
  missed: z.enum(missedRules).optional(),
  overlap: z.enum(overlapRules).optional(),
  deliveryHeader: z
    .string()
    .trim()
    .max(100, 'Use at most 100 characters')
    .regex(/^[A-Za-z0-9-]*$/, 'Use letters, digits and hyphens')
    .nullable()
    .optional(),
})

export const scheduleRecordSchema = z.object({
  id: z.string(),
  triggerType: z.literal('AGENTFLOW'),
  targetId: z.string(),
  cronExpression: z.string(),
  timezone: z.string(),
  enabled: z.boolean(),
  scheduleInputMode: z.enum(['text', 'form', 'none']),
  defaultInput: z.string().optional(),
  defaultForm: z.string().optional(),
  lastRunAt: isoDate.nullable(),
  nextRunAt: isoDate.nullable(),
  endDate: isoDate.nullable(),
  createdDate: isoDate,
  updatedDate: isoDate,
})

export const scheduleStatusSchema = z.object({
  enabled: z.boolean(),
  canEnable: z.boolean(),
  reason: z.string().optional(),
  record: scheduleRecordSchema.nullable(),
})

const triggerLogSchema = z.object({
  id: z.string(),
  scheduleRecordId: z.string(),
  triggerType: z.enum(triggerKinds),
  targetId: z.string(),
  executionId: z.string().nullable(),
  status: z.enum(triggerStatuses),
  error: z.string().nullable(),
  /** Our own field. */
  reason: z.enum(skipReasons).nullable(),
  elapsedTimeMs: z.int().nullable(),
  scheduledAt: isoDate,
  createdDate: isoDate,
})
export type TriggerLogEntry = z.infer<typeof triggerLogSchema>

export const triggerLogInput = z.object({
  id: z.string(),
  page: z.coerce.number<number | string>().int().min(1).default(1),
  limit: z.coerce.number<number | string>().int().min(1).max(100).default(20),
  status: z.enum(triggerStatuses).optional(),
})
export const triggerLogPageSchema = z.object({
  data: z.array(triggerLogSchema),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
})
