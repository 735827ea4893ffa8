import { z } from 'zod'

export const presenceLifeMs = 15_000
/** Browsers throttle timers of hidden tabs to one a minute. */
export const hiddenLifeMs = 90_000

export const hereInput = z.object({
  id: z.string(),
  /** Identifies a browser tab, also after a reload. */
  tab: z.string().min(8).max(64),
  /** Increases with every call of a tab. A call that arrives after a later one is ignored. */
  at: z.number().min(0).default(0),
  isHidden: z.boolean().default(false),
  leaves: z.boolean().default(false),
})
export type HereInput = z.input<typeof hereInput>

/** Usernames of the others, each once, and whether the caller has the flow open in another tab. */
export const hereSchema = z.object({ people: z.array(z.string()), isElsewhere: z.boolean() })
export type Here = z.infer<typeof hereSchema>
