import type { FlowRow } from '#server/features/flows/flows.table.ts'
import { AppError } from '#shared/errors.ts'
import { readApiConfig } from '#shared/flow-config.ts'

/** The shared store of counts: other processes count there too. */
export type Limits = {
  countOwn(key: string, limit: { most: number; windowMs: number }): Promise<number>
}

/** How often one address may ask this flow, as its owner has set it (facts/engine.md E11). Throws RATE_LIMITED in his words. */
export async function refuseTooMany(
  { id, apiConfig }: Pick<FlowRow, 'id' | 'apiConfig'>,
  address: string,
  limits: Limits,
) {
  const limit = readApiConfig(apiConfig)?.rateLimit
  if (!limit?.status) {
    return
  }
  const { limitMax: most, limitDuration, limitMsg } = limit
  const retryAfterSeconds = await limits.countOwn(`flow:${id}:${address}`, {
    most,
    windowMs: limitDuration * 1_000,
  })
  if (retryAfterSeconds > 0) {
    throw new AppError(
      'RATE_LIMITED',
      limitMsg || 'Too many questions. Please wait a little and ask again.',
      {
        details: { retryAfterSeconds, limitedBy: 'flow' },
      },
    )
  }
}
