import { z } from 'zod'

export const line = z.string().trim()
export const short = line.max(500, { error: 'Use at most 500 characters' })
export const reject = (context: z.RefinementCtx, issue: { path: (string | number)[]; message: string }) =>
  context.addIssue({ code: 'custom', ...issue })
