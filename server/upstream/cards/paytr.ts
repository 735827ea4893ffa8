import type { CardPort, CardRefundAnswer } from '#server/ports/cards.ts'
import type { GuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { AppError } from '#shared/errors.ts'
import { writeLira } from './amounts.ts'
import { readPayment, readRefund, readReport, readToken } from './answers.ts'
import { readNotification } from './notification.ts'
import { writePageForm } from './page-form.ts'
import { type Merchant, sign } from './signature.ts'

type Options = {
  fetch: GuardedFetch
  /** Without a trailing slash. */
  baseUrl: () => string
  /** Origin of `/odeme/guvenli/…`; empty means this server. */
  frameBase: string
  merchant: Merchant
  isTest: boolean
  timeouts?: Partial<typeof defaultTimeouts>
}

const defaultTimeouts = { pageMs: 20_000, queryMs: 90_000 }
const TURKEY_OFFSET_MS = 3 * 60 * 60_000

/** PayTR's iFrame API. Limits are checked before a call, responses parsed strictly, and calls never retried. */
export function createPaytr(options: Options): CardPort {
  const { fetch, baseUrl, frameBase, merchant, isTest } = options
  const { pageMs, queryMs } = { ...defaultTimeouts, ...options.timeouts }
  const { merchantId, merchantSalt } = merchant

  async function post(path: string, form: Record<string, string>, timeoutMs: number): Promise<unknown> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(`${baseUrl()}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        signal,
      })
      const text = await response.text()
      if (response.status !== 200) {
        throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
      }
      return JSON.parse(text) as unknown
    } catch (cause) {
      if (signal.aborted) {
        throw new AppError('TIMED_OUT', 'PayTR did not answer in time. Please try again.', { cause })
      }
      throw new AppError('UPSTREAM_FAILED', 'PayTR could not be reached. Please try again.', { cause })
    }
  }

  function queryOf(path: string, signed: Record<string, string>, more: Record<string, string> = {}) {
    const token = sign(merchant, merchantId, ...Object.values(signed), merchantSalt)
    return post(path, { merchant_id: merchantId, ...signed, ...more, paytr_token: token }, queryMs)
  }

  return {
    isTest,
    frameUrl: (token) => `${frameBase}/odeme/guvenli/${token}`,
    readNotification: (body) => readNotification(merchant, body),

    async openPage(page) {
      return readToken(await post('/odeme/api/get-token', writePageForm(merchant, page), pageMs))
    },

    async findPayment(oid) {
      return readPayment(await queryOf('/odeme/durum-sorgu', { merchant_oid: oid }))
    },

    refund({ oid, kurus, reference }) {
      const signed = { merchant_oid: oid, return_amount: writeLira(kurus) }
      return queryOf('/odeme/iade', signed, { reference_no: reference }).then(
        (answer) => readRefund(answer, { oid, kurus }),
        (cause: unknown): CardRefundAnswer => ({ outcome: 'unknown', cause }),
      )
    },

    async report(from, to) {
      const signed = { start_date: writeTime(from), end_date: writeTime(to) }
      return readReport(await queryOf('/rapor/islem-dokumu', signed))
    },
  }
}

/** `2026-01-01 00:00:00` in Turkish time. */
function writeTime(date: Date) {
  return new Date(date.getTime() + TURKEY_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}
