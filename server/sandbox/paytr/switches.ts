import { z } from 'zod'

const milliseconds = z.int().min(0).max(600_000)

const notifySchema = z.strictObject({
  copies: z.int().min(1).max(50),
  concurrent: z.boolean(),
  delayMs: milliseconds,
  /** Pays and notifies before the response to get-token. */
  early: z.boolean(),
  badHash: z.boolean(),
  /** Kuruş added to the paid amount, with a valid signature. */
  amountBy: z.int(),
  failedFirst: z.boolean(),
  lost: z.boolean(),
  /** Pause before the first repetition; doubles with each. */
  repeatMs: milliseconds,
  attempts: z.int().min(1).max(30),
})

const apis = ['get-token', 'durum-sorgu', 'iade', 'islem-dokumu'] as const
export type Api = (typeof apis)[number]

const failureSchema = z.strictObject({
  api: z.enum(apis),
  /**
   * `timeout`, `error` and `html` do nothing and give no valid response; `slow` does the work and responds byte by
   * byte; `lost` does the work and closes the connection before the response.
   */
  kind: z.enum(['timeout', 'error', 'html', 'slow', 'lost']),
  times: z.int().min(1).max(1_000).default(1),
  /** Pause between two bytes of a slow response. */
  byteMs: milliseconds.default(50),
})
export type Failure = z.infer<typeof failureSchema>

export const controlSchema = z.strictObject({
  /** Restores the initial switches; payments stay. */
  reset: z.boolean().optional(),
  notify: notifySchema.partial().optional(),
  faults: z.array(failureSchema).max(100).optional(),
  /** Pays or fails an order without its page. */
  settle: z.strictObject({ oid: z.string(), as: z.enum(['success', 'failed']) }).optional(),
  resend: z.string().optional(),
  /** Returns the notifications of an order and the shop's responses. */
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

    /** Takes the next failure ordered for this API and uses it up. */
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
