import { z } from 'zod'
import { isoDate } from './dates.ts'

export const approvalKinds = ['credit', 'debit', 'set', 'reversal'] as const

export const walletApprovalSchema = z.object({
  id: z.string(),
  kind: z.enum(approvalKinds),
  askedBy: z.string(),
  isOwn: z.boolean(),
  userId: z.string(),
  username: z.string(),
  /** Dollars: the effect on the balance, negative for a debit. */
  amount: z.number(),
  reason: z.string(),
  createdDate: isoDate,
  expiresDate: isoDate,
})
export type WalletApproval = z.infer<typeof walletApprovalSchema>

export const decideApprovalInput = z.object({ id: z.string() })
export const decidedApprovalSchema = z.object({ id: z.string(), state: z.enum(['approved', 'rejected']) })
