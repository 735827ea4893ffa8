import { bulletinNumber, toText } from './calendar.ts'

type Currency = { code: string; unit: number; name: string; english: string; perDollar: number }

const currencies: readonly Currency[] = [
  { code: 'USD', unit: 1, name: 'ABD DOLARI', english: 'US DOLLAR', perDollar: 1 },
  { code: 'AUD', unit: 1, name: 'AVUSTRALYA DOLARI', english: 'AUSTRALIAN DOLLAR', perDollar: 0.6512 },
  { code: 'DKK', unit: 1, name: 'DANİMARKA KRONU', english: 'DANISH KRONE', perDollar: 0.1552 },
  { code: 'EUR', unit: 1, name: 'EURO', english: 'EURO', perDollar: 1.1584 },
  { code: 'GBP', unit: 1, name: 'İNGİLİZ STERLİNİ', english: 'POUND STERLING', perDollar: 1.3127 },
  { code: 'CHF', unit: 1, name: 'İSVİÇRE FRANGI', english: 'SWISS FRANK', perDollar: 1.2431 },
  { code: 'JPY', unit: 100, name: 'JAPON YENİ', english: 'JAPENESE YEN', perDollar: 0.6465 },
]

const MIDDLE_E4 = 423_000
const SPREAD_E4 = 762

export type Rates = { buyingE4: number; sellingE4: number }

/** Lira per dollar on a day, in ten-thousandths. Deterministic, and close to the previous day's rate. */
export function ratesOf(day: number): Rates {
  const sellingE4 = Math.round(MIDDLE_E4 + 8_000 * Math.sin(day / 41) + 1_500 * Math.sin(day / 7.3))
  return { buyingE4: sellingE4 - SPREAD_E4, sellingE4 }
}

export function writeBulletin(day: number, rates: Rates = ratesOf(day)): string {
  const [year = '', month = '', date = ''] = toText(day).split('-')
  const rows = currencies.map((currency, order) => writeCurrency(currency, order, rates))
  return `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="isokur.xsl"?>
<Tarih_Date Tarih="${date}.${month}.${year}" Date="${month}/${date}/${year}"  Bulten_No="${bulletinNumber(day)}" >
${rows.join('\n')}
</Tarih_Date>
`
}

function writeCurrency({ code, unit, name, english, perDollar }: Currency, order: number, rates: Rates) {
  const of = (e4: number) => (Math.round(e4 * perDollar) / 10_000).toFixed(4)
  const banknote = (e4: number) => (code === 'DKK' ? '' : of(e4))
  return `\t<Currency CrossOrder="${order}" Kod="${code}" CurrencyCode="${code}">
\t\t<Unit>${unit}</Unit>
\t\t<Isim>${name}</Isim>
\t\t<CurrencyName>${english}</CurrencyName>
\t\t<ForexBuying>${of(rates.buyingE4)}</ForexBuying>
\t\t<ForexSelling>${of(rates.sellingE4)}</ForexSelling>
\t\t<BanknoteBuying>${banknote(rates.buyingE4 - 296)}</BanknoteBuying>
\t\t<BanknoteSelling>${banknote(rates.sellingE4 + 635)}</BanknoteSelling>
\t\t${code === 'USD' ? '<CrossRateUSD/>' : `<CrossRateUSD>${(1 / perDollar).toFixed(4)}</CrossRateUSD>`}
\t\t<CrossRateOther/>
\t</Currency>`
}
