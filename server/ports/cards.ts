/** A provider of card payments. Amounts are whole kuruş; a timeout throws TIMED_OUT. */
export type CardPort = {
  /** Creates the page where the customer enters the card. Throws UPSTREAM_FAILED when rejected. */
  openPage(page: CardPage): Promise<string>
  frameUrl(token: string): string
  /** Parses the raw notification body. Throws INVALID_INPUT unless the provider signed it. */
  readNotification(body: string): CardNotification
  /** Null means not paid, not yet paid, or unknown order. */
  findPayment(oid: string): Promise<CardPayment | null>
  /** Sends one request. `unknown`: the refund may or may not have happened. */
  refund(refund: { oid: string; kurus: number; reference: string }): Promise<CardRefundAnswer>
  /** All transactions between two instants, both included; at most three days. */
  report(from: Date, to: Date): Promise<CardReportRow[]>
  /** Test mode: new orders move no money. */
  isTest: boolean
}

export type CardPage = {
  oid: string
  userAddress: string
  email: string
  name: string
  address: string
  phone: string
  kurus: number
  item: string
  okUrl: string
  failUrl: string
  minutes: number
  language: 'tr' | 'en'
  dark: boolean
  isTest: boolean
}

export type CardNotification = {
  oid: string
  status: 'success' | 'failed'
  kurus: number
  /** Not covered by the signature, like every field that is only in `body`. */
  isTest: boolean
  failure: string
  body: Record<string, string>
}

export type CardPayment = {
  kurus: number
  currency: string
  isTest: boolean
  returns: { reference: string; kurus: number }[]
}

export type CardRefundAnswer =
  | { outcome: 'done' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; cause: unknown }

export type CardReportRow = {
  kind: 'sale' | 'refund'
  oid: string
  kurus: number
  /** YYYY-MM-DD, Türkiye time. */
  day: string
}
