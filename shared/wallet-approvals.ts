import { z } from 'zod'
import { isoDate } from './dates.ts'

export const approvalKinds = ['credit', 'debit', 'set', 'reversal'] as const

/** A change of a wallet that waits for another ADMIN. */
export const walletApprovalSchema = z.object({
  id: z.string(),
  kind: z.enum(approvalKinds),
  /** Username of the ADMIN who asked, and whether that is the caller. */
  askedBy: z.string(),
  isOwn: z.boolean(),
  userId: z.string(),
  username: z.string(),
  /** Dollars: the effect on the balance, negative when it takes away. */
  amount: z.number(),
  reason: z.string(),
  createdDate: isoDate,
  expiresDate: isoDate,
})
export type WalletApproval = z.infer<typeof walletApprovalSchema>

export const decideApprovalInput = z.object({ id: z.string() })
export const decidedApprovalSchema = z.object({ id: z.string(), state: z.enum(['approved', 'rejected']) })
