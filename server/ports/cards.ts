/** What we ask of a provider of card payments. Amounts are whole kuruş; a wait that is too long throws TIMED_OUT. */
export type CardPort = {
  /** Opens the page where the customer types in his card. Throws UPSTREAM_FAILED when it is refused. */
  openPage(page: CardPage): Promise<string>
  /** Where the browser finds that page. */
  frameUrl(token: string): string
  /** Reads what the provider posted, as it came. Throws INVALID_INPUT for anything not signed by the provider. */
  readNotification(body: string): CardNotification
  /** What became of an order: null is not paid, not paid yet, or not known. */
  findPayment(oid: string): Promise<CardPayment | null>
  /** Asks once. `unknown` may have happened or not. */
  refund(refund: { oid: string; kurus: number; reference: string }): Promise<CardRefundAnswer>
  /** All that moved between two instants, both included; at most three days. */
  report(from: Date, to: Date): Promise<CardReportRow[]>
  /** Whether orders made now are tries: no money moves. */
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
  /** What the customer reads in his basket. */
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
  /** Not covered by the signature, like all that is in `body` alone. */
  isTest: boolean
  /** Why it failed, in the provider's words. */
  failure: string
  body: Record<string, string>
}

export type CardPayment = {
  /** What the customer paid. */
  kurus: number
  currency: string
  isTest: boolean
  /** Refunds that have happened. */
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
  /** YYYY-MM-DD in Türkiye. */
  day: string
}
