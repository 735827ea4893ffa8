/** A bulletin as a source published it, not yet checked. Lira per dollar in ten-thousandths. */
export type Bulletin = {
  bulletinNo: string
  rateDate: string
  forexBuyingE4: number
  forexSellingE4: number
  /** Null where the source does not give them (EVDS). */
  banknoteBuyingE4: number | null
  banknoteSellingE4: number | null
  /** `today`, `dated`, `evds`, or the id of the ADMIN who accepted it. */
  source: string
  rawSha256: string
}

/** A source of the newest bulletin. Sources are tried in order until one responds. */
export type RateSource = {
  name: string
  /** `today` is the day in the platform's time zone, YYYY-MM-DD. Throws when there is nothing, or nothing that can be read. */
  read(today: string): Promise<Bulletin>
}
