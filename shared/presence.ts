import { z } from 'zod'

/** A tab tells that it has a flow open: it lives so long, unless it tells again. */
export const presenceLifeMs = 15_000
/** Browsers let a tab nobody looks at speak once a minute. */
export const hiddenLifeMs = 90_000

export const hereInput = z.object({
  id: z.string(),
  /** Names a browser tab: the same after a reload. */
  tab: z.string().min(8).max(64),
  /** Grows with every call of a tab. A call that arrives after a later one is ignored. */
  at: z.number().min(0).default(0),
  isHidden: z.boolean().default(false),
  /** It goes elsewhere. */
  leaves: z.boolean().default(false),
})
export type HereInput = z.input<typeof hereInput>

/** The others: people by name, each once, and whether the caller has it open elsewhere, too. */
export const hereSchema = z.object({ people: z.array(z.string()), isElsewhere: z.boolean() })
export type Here = z.infer<typeof hereSchema>
