import { z } from 'zod'

const milliseconds = z.int().min(0).max(600_000)

const notifySchema = z.strictObject({
  /** So many notifications of the one result. */
  copies: z.int().min(1).max(50),
  /** All of them at once instead of one after the other. */
  concurrent: z.boolean(),
  delayMs: milliseconds,
  /** Paid and announced before the shop has its answer to get-token. */
  early: z.boolean(),
  badHash: z.boolean(),
  /** Kuruş more or less than was paid, rightly signed. */
  amountBy: z.int(),
  /** A signed failure comes first. */
  failedFirst: z.boolean(),
  /** Nothing is ever sent. */
  lost: z.boolean(),
  /** The first pause before a repetition; each is twice the one before. */
  repeatMs: milliseconds,
  /** Given up after so many. */
  attempts: z.int().min(1).max(30),
})

export const apis = ['get-token', 'durum-sorgu', 'iade', 'islem-dokumu'] as const
export type Api = (typeof apis)[number]

const failureSchema = z.strictObject({
  api: z.enum(apis),
  /**
   * `timeout`, `error` and `html` do nothing and give no proper answer; `slow` does it and sends byte by byte; `lost`
   * does it and breaks the line before the answer.
   */
  kind: z.enum(['timeout', 'error', 'html', 'slow', 'lost']),
  /** So many calls are hit. */
  times: z.int().min(1).max(1_000).default(1),
  /** Between two bytes of a slow answer. */
  byteMs: milliseconds.default(50),
})
export type Failure = z.infer<typeof failureSchema>

/** Switches of the sandbox service. */
export const controlSchema = z.strictObject({
  /** Back to how it was at its start; payments stay. */
  reset: z.boolean().optional(),
  notify: notifySchema.partial().optional(),
  faults: z.array(failureSchema).max(100).optional(),
  /** Pays or fails an order without its page. */
  settle: z.strictObject({ oid: z.string(), as: z.enum(['success', 'failed']) }).optional(),
  /** Announces once more what became of an order. */
  resend: z.string().optional(),
  /** Tells what was sent for an order and what was answered. */
  show: z.string().optional(),
})
export type Control = z.infer<typeof controlSchema>

export type Switches = { notify: z.infer<typeof notifySchema>; faults: Failure[] }

const defaults: Switches['notify'] = {
  copies: 1,
  concurrent: false,
  delayMs: 0,
  early: false,
  badHash: false,
  amountBy: 0,
  failedFirst: false,
  lost: false,
  repeatMs: 2_000,
  attempts: 8,
}

export function createSwitches() {
  let notify = defaults
  let failures: Failure[] = []

  return {
    current: (): Switches => ({ notify, faults: failures }),

    order(control: Control) {
      if (control.reset) {
        notify = defaults
        failures = []
      }
      notify = { ...notify, ...(control.notify as Partial<Switches['notify']>) }
      failures = [...failures, ...(control.faults ?? [])]
    },

    /** The next fault ordered for a call of this API, used up by being asked for. */
    takeFailure(api: Api): Failure | undefined {
      const failure = failures.find((each) => each.api === api)
      if (failure) {
        failure.times -= 1
        failures = failures.filter(({ times }) => times > 0)
      }
      return failure
    },
  }
}
export type SwitchBoard = ReturnType<typeof createSwitches>
