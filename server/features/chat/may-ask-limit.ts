import { AppError } from '#shared/errors.ts'
import type { FlowRules } from './flow-rules.ts'

/** The shared store of counts: other processes count there too. */
export type Limits = {
  countOwn(key: string, limit: { most: number; windowMs: number }): Promise<number>
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
  const retryAfterSeconds = await limits.countOwn(`flow:${flowId}:${address}`, { most, windowMs })
  if (retryAfterSeconds > 0) {
    const sentence = limitMsg || 'Too many questions. Please wait a little and ask again.'
    throw new AppError('RATE_LIMITED', sentence, { details: { retryAfterSeconds, limitedBy: 'flow' } })
  }
}

/** How often strangers may send files, whatever the owner of a flow allows. Throws RATE_LIMITED. */
export async function refuseTooManyUploads(address: string, limits: Limits) {
  const retryAfterSeconds = await limits.countOwn(`uploads:${address}`, visitorUploads)
  if (retryAfterSeconds > 0) {
    throw new AppError('RATE_LIMITED', 'Too many files. Please wait a little and send them again.', {
      details: { retryAfterSeconds },
    })
  }
}
