import { z } from 'zod'
import { isoDate } from './dates.ts'

/** Each kind has a text in the client (`notifications.kinds`), filled with the notification's params. */
export const notificationKinds = [
  'flow_failed_for_visitor',
  'person_requested',
  'channel_signed_out',
  'admin_wallet_changed',
  'wallet_change_requested',
  'wallet_change_approved',
  'wallet_change_rejected',
  'payment_succeeded',
  'payment_failed',
  'upsert_completed',
  'upsert_failed',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_reset',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

const notificationParams = z.record(z.string(), z.union([z.string(), z.number()]))
export type NotificationParams = z.infer<typeof notificationParams>

const notificationSchema = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  params: notificationParams,
  flowId: z.string().nullable(),
  flowName: z.string().nullable(),
  /** A path of this app. */
  link: z.string().nullable(),
  /** Occurrences since the owner last read it. */
  count: z.int(),
  createdDate: isoDate,
  updatedDate: isoDate,
  readDate: isoDate.nullable(),
})
export type Notification = z.infer<typeof notificationSchema>

/** Newest first. `unread` also counts those not listed. */
export const notificationList = z.object({ items: z.array(notificationSchema), unread: z.int() })

/** All when absent. */
export const markReadInput = z.object({ ids: z.array(z.string()).max(200).optional() })
export const markReadResult = z.object({ affected: z.int() })
