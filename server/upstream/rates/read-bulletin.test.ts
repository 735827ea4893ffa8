import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeBulletin } from '#server/sandbox/tcmb/bulletin.ts'
import { readBulletin, readDay, readRate } from './read-bulletin.ts'

const sample = `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="isokur.xsl"?>
<Tarih_Date Tarih="08.10.2020" Date="10/08/2020"  Bulten_No="2020/192" >
  <Currency CrossOrder="0" Kod="USD" CurrencyCode="USD">
    <Unit>1</Unit><Isim>ABD DOLARI</Isim><CurrencyName>US DOLLAR</CurrencyName>
    <ForexBuying>7.8931</ForexBuying><ForexSelling>7.9073</ForexSelling>
    <BanknoteBuying>7.8876</BanknoteBuying><BanknoteSelling>7.9192</BanknoteSelling>
    <CrossRateUSD/><CrossRateOther/>
  </Currency>
  <Currency CrossOrder="9" Kod="JPY" CurrencyCode="JPY">
    <Unit>100</Unit><Isim>JAPON YENİ</Isim><CurrencyName>JAPENESE YEN</CurrencyName>
    <ForexBuying>7.4203</ForexBuying><ForexSelling>7.4695</ForexSelling>
    <BanknoteBuying></BanknoteBuying><BanknoteSelling></BanknoteSelling>
  </Currency>
</Tarih_Date>`

test('F1 the sample is read', () => {
  expect(readBulletin(sample)).toEqual({
    bulletinNo: '2020/192',
    rateDate: '2020-10-08',
    forexBuyingE4: 78_931,
    forexSellingE4: 79_073,
    banknoteBuyingE4: 78_876,
    banknoteSellingE4: 79_192,
  })
  expect(readBulletin(`\uFEFF${sample}`).bulletinNo).toBe('2020/192')
})

test('F2 the day is Tarih, not the American Date next to it', () => {
  expect(readBulletin(sample).rateDate).toBe('2020-10-08')
  expect(readDay('15-01-2026')).toBe('2026-01-15')
  for (const text of ['31.02.2026', '2026-01-15', '1.1.2026', '', '10/08/2020']) {
    expect(() => readDay(text)).toThrow('is no day')
  }
})

test('F3 a rate per hundred is divided, rounded half up', () => {
  expect(readBulletin(sample, 'JPY')).toMatchObject({
    forexBuyingE4: 742,
    forexSellingE4: 747,
    banknoteBuyingE4: null,
    banknoteSellingE4: null,
  })
  expect(readRate('0.8950', 100n)).toBe(90)
})

describe('F4 an invalid rate is rejected', () => {
  test.each([
    '',
    '42,3812',
    '-42.3812',
    '0',
    '0.0000',
    '0.00004',
    '1e9',
    '42.3812345',
    'NaN',
    '&rate;',
    '10000.0001',
    ' ',
  ])('as selling rate: "%s"', (value) => {
    expect(() => readBulletin(sample.replace('7.9073', value))).toThrow(/is no rate/)
  })

  test.each([
    ['the unit', '<Unit>1<', '<Unit>0<'],
    ['the number', '2020/192', 'x'],
    ['the day', '08.10.2020', '88.10.2020'],
    ['the dollar', 'CurrencyCode="USD"', 'CurrencyCode="XXX"'],
    ['one dollar too many', 'CurrencyCode="JPY"', 'CurrencyCode="USD"'],
    ['the root', /Tarih_Date/g, 'html'],
  ])('without %s', (_, part, other) => {
    expect(() => readBulletin(sample.replace(part, other))).toThrow()
  })

  test('digits are converted to ten-thousandths without floats', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (e4) => {
        const text = `${Math.floor(e4 / 10_000)}.${String(e4 % 10_000).padStart(4, '0')}`
        expect(readRate(text)).toBe(e4)
        expect(readRate(`${text}49`)).toBe(e4)
        expect(readRate(`${text}50`)).toBe(e4 + 1)
      }),
    )
  })
})

test('F7 a bulletin cut at any point is rejected', () => {
  for (let length = 0; length < sample.length - 1; length += 1) {
    expect(() => readBulletin(sample.slice(0, length))).toThrow()
  }
})

describe('F8 bulletins with declarations, deep nesting or repetition are rejected immediately', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${'<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">'.repeat(200)}]>`
  test.each([
    ['entities', bomb + sample],
    ['an outer file', sample.replace('<Tarih_Date', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><Tarih_Date')],
    ['a comment', sample.replace('<Unit>', '<!-- --><Unit>')],
    ['CDATA', sample.replace('7.9073', '<![CDATA[7.9073]]>')],
    ['depth', sample.replace('<Unit>', '<a>'.repeat(20_000))],
    ['many elements', sample.replace('<Unit>', '<a/>'.repeat(40_000))],
    ['blanks without end', sample.replace(' Kod="USD"', `${' '.repeat(200_000)}?`)],
    ['an open tag', `<Tarih_Date ${'a="b" '.repeat(40_000)}`],
    ['too many bytes', sample + ' '.repeat(300_000)],
  ])('%s', (_, paper) => {
    expect(() => readBulletin(paper)).toThrow()
  })

  test('entities are never expanded', () => {
    const paper = sample.replace('US DOLLAR', '&lt;&amp;&#65;')
    expect(readBulletin(paper)).toEqual(readBulletin(sample))
  })
})

test('bulletins of the sandbox service can be read, for ten years', () => {
  for (let day = 18_000; day < 21_650; day += 7) {
    const { forexBuyingE4, forexSellingE4 } = readBulletin(writeBulletin(day))
    expect(forexSellingE4).toBeGreaterThan(forexBuyingE4)
  }
})
