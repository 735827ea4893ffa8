import type { ExchangeRateRow } from './rates.table.ts'

/** A bulletin as a source gave it: read, not judged. */
export type Bulletin = Omit<ExchangeRateRow, 'id' | 'fetchedDate'>

/** Somebody who knows the newest bulletin. Asked one after the other until one answers. */
export type RateSource = {
  name: string
  /** `today` is the house's day, YYYY-MM-DD. Throws when there is nothing, or nothing that can be read. */
  read(today: string): Promise<Bulletin>
}
