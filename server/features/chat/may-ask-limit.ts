import { AppError } from '#shared/errors.ts'
import type { FlowRules } from './flow-rules.ts'

/** The shared store of counts: other processes count there too. */
export type Limits = {
  /** Throws `refusal` when this is one too many. */
  countOwn(
    key: string,
    limit: { most: number; windowMs: number },
    refusal: (details: { retryAfterSeconds: number }) => AppError,
  ): Promise<void>
}

/** Of one address, over all flows: more than any hand sends, less than fills a disk. */
const visitorUploads = { most: 120, windowMs: 10 * 60_000 }

/** How often one address may ask this flow, as its owner has set it (facts/engine.md E11). Throws RATE_LIMITED in his words. */
export async function refuseTooMany(
  flowId: string,
  { rateLimit }: Pick<FlowRules, 'rateLimit'>,
  address: string,
  limits: Limits,
) {
  if (!rateLimit?.status) {
    return
  }
  const { limitMax: most, limitDuration, limitMsg } = rateLimit
  const windowMs = limitDuration * 1_000
  const sentence = limitMsg || 'Too many questions. Please wait a little and ask again.'
  await limits.countOwn(
    `flow:${flowId}:${address}`,
    { most, windowMs },
    (details) => new AppError('RATE_LIMITED', sentence, { details: { ...details, limitedBy: 'flow' } }),
  )
}

/** How often strangers may send files, whatever the owner of a flow allows. Throws RATE_LIMITED. */
export async function refuseTooManyUploads(address: string, limits: Limits) {
  await limits.countOwn(
    `uploads:${address}`,
    visitorUploads,
    (details) =>
      new AppError('RATE_LIMITED', 'Too many files. Please wait a little and send them again.', { details }),
  )
}
