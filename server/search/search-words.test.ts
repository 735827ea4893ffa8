import { expect, test } from 'vitest'
import { toQueryWords, toSearchWords } from './search-words.ts'

const isFound = (query: string, text: string) => {
  const words = new Set(toSearchWords(text))
  return toQueryWords(query)
    .flat()
    .some((word) => words.has(word))
}

test.each([
  ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul', 'İSTANBUL’DA', "İstanbul'un", 'istanbulda'],
  ['ISPARTA', 'ısparta', 'Isparta', 'isparta', "Isparta'dan"],
  ['ılık', 'ILIK', 'ilik', 'ILIK', 'ılık'],
  ['kâğıt', 'kağıt', 'kagit', 'KÂĞIT', 'kağıttan'],
  ['çözüm', 'cozum', 'ÇÖZÜM', 'çözümler', 'cozumlerden'],
  ['kargo', 'kargonun', 'kargolar', 'KARGOLARIMIZ', 'kargoyla', 'kargoya', 'kargoda', 'kargodaki'],
  ['iade', 'iadenin', 'iadeler', 'iadesi', 'iadeden', 'iadelerimizin'],
  ['sipariş', 'siparişi', 'siparişim', 'siparişler', 'siparisleriniz', 'siparişlerinizden', 'SİPARİŞİN'],
  ['adres', 'adresi', 'adresler', 'adresimiz', 'adresinde', 'adresine', 'adresinden'],
  ['üyelik', 'üyeliği', 'üyeliğin', 'üyelikler', 'uyeliginizi'],
  ['fiyat', 'fiyatı', 'fiyatlar', 'fiyatların', 'fiyatlarınız', 'fiyattan'],
  ['ürün', 'ürünün', 'ürünler', 'ürünlerde', 'urunden'],
  ['zaman', 'zamanın', 'zamanlar', 'zamanda', 'zamandan', 'zamanında'],
  ['kitap', 'kitabı', 'kitaplar', 'kitaba', 'kitabın'],
  ['ev', 'evler', 'evde', 'evden', 'evdeki'],
  ['iş', 'işler', 'işten', 'işteki'],
  ['ödeme', 'ödemek', 'ödemeler', 'ödemesi', 'ödemenin', 'ODEMEYI'],
  ['göndermek', 'gönderme', 'gönderiyoruz', 'gönderdik', 'gönderilir', 'gönderecek', 'gönderebilirim'],
  ['return', 'returns', 'returned', 'returning', 'RETURNS', "return's"],
  ['ship', 'ships', 'shipped', 'shipping'],
  ['policy', 'policies', "policy's"],
  ['company', 'companies'],
  ['box', 'boxes', 'boxed'],
  ['address', 'addresses', 'addressed'],
  ['charge', 'charges', 'charged', 'charging'],
  ['store', 'stores', 'stored', 'storing'],
  ['plan', 'plans', 'planned', 'planning'],
  ['cancel', 'cancels', 'cancelled', 'canceled', 'cancelling'],
  ['call', 'calls', 'called', 'calling'],
  ['apply', 'applies', 'applied', 'applying'],
  ['use', 'uses', 'used', 'using'],
  ['movie', 'movies'],
])('all forms of %s find each other', (...forms) => {
  for (const form of forms) {
    expect(isFound(forms[0] ?? '', form), `${forms[0]} in ${form}`).toBe(true)
    expect(isFound(form, forms[0] ?? ''), `${form} in ${forms[0]}`).toBe(true)
  }
})

test('forms find each other in whole texts of one language and of both', () => {
  expect(isFound('returned items', 'The return of an item is free.')).toBe(true)
  expect(isFound('kargom ne zaman gelir', 'Kargonun gelmesi için üç gün bekleyin.')).toBe(true)
  expect(isFound('shipping', 'Kargo süresi üç gündür. Items are shipped with the invoice.')).toBe(true)
  expect(isFound('kargolar', 'Items are shipped with the invoice. Kargo için üç gün bekleyin.')).toBe(true)
  expect(isFound('garden', 'Bu otelin garden manzaralı odaları da var.')).toBe(true)
})

/** Words of everyday texts. None may be found by another. */
const unrelated = {
  turkish: `altın alt altı kara kar karar para parça masa kasa kas hava firma fatura kurs kur kurul kurum kurulum
    indirim indirmek hasta has pasta pas posta usta banka marka mark kart karton fayda fay vade vatan vakit koltuk insan
    inşaat sorun son kadın kadro yakın yakıt dolar dolap doktor rapor rakam temiz deniz denim sistem müşteri müdür hafta
    haber yarın yarı yarış liste lise lisans belge bölge sınav sınır isim iş işlem resim renk resmi yıl yılan yol yolcu
    yolculuk üye ülke ürün üretim süre süreç sürüm görev göz günlük güneş servis serbest teslim test tesis kapı kapak kapsam
    oda odak ödül öğrenci öğretmen depo depozito paket pakistan satın sayı sayfa saat sağlık fiyat fikir garanti gar garson
    konu konum komisyon kampanya kamp kanun kanal yazı yazar yaz hizmet hedef hesap tarih tarif talep takip ekran ekip
    eksik eğitim etiket destek desen sepet sebep sevgi vergi veri verim şehir şeker şirket sıra sigorta sigara zaman zam`,
  english: `plane plan planet car care career cart card rate rat star store story stone new news even evening general
    organ organization university universe past paste post poster pass passport bus business busy sing single bath
    bathroom morning more number numb off offer office order border hand handle hope hop house horse meet meat metal wed
    wedding nothing note thing thin king kind kitten kit garden gate guard sudden sun hidden hotel hot host unit union
    united use user us price prize private policy police point poet paint pain pay page past port portion part party
    train trail trainer water wait wine win window wing ship shop short shirt species special series serious during
    duration address dress access class clause close cloth color cost coast count country county course court`,
}

test.each(Object.entries(unrelated))('no two of these %s words become one', (language, list) => {
  const words = list.trim().split(/\s+/)
  const sentence = language === 'turkish' ? 'bu ve için çok' : 'the of and with'
  const common = new Set(toSearchWords(sentence))
  const formsOf = (word: string) => toSearchWords(`${sentence} ${word}`).filter((form) => !common.has(form))
  const forms = new Map(words.map((word) => [word, formsOf(word)]))

  const equal = words.flatMap((one, place) =>
    words
      .slice(place + 1)
      .filter((other) => other !== one && forms.get(one)?.some((form) => forms.get(other)?.includes(form)))
      .map((other) => `${one} = ${other}`),
  )

  expect(equal).toEqual([])
})

test.each([
  ['AB-1200', 'The part AB-1200 is sold out.'],
  ['ab1200', 'The part AB-1200 is sold out.'],
  ['AB 1200', 'Bu ürün AB1200’dür.'],
  ['1200', 'Bu ürün AB1200’dür.'],
  ["AB-1200'ü", 'AB-1200 stokta.'],
  ['ada.lovelace@example.com', 'Write to Ada.Lovelace@Example.com.'],
  ['lovelace', 'Write to ada.lovelace@example.com.'],
  ['example.com', 'Write to ada.lovelace@example.com.'],
  ['1250', 'Toplam 1.250,50 TL'],
  ['1,250.50', 'Toplam 1.250,50 TL'],
  ['24.11.2026', 'Son gün: 24.11.2026.'],
  ['2026', 'Son gün: 24.11.2026.'],
  ['10:30', 'Her gün 10:30’da açılır.'],
  ['e-posta', 'Epostanıza gönderilir.'],
  ['O’Brien', "Brien and O'Brien"],
  ['Привет', 'привет, мир'],
])('%s is found in "%s"', (query, text) => {
  expect(isFound(query, text)).toBe(true)
})

test('a code is found as a whole: another with the same parts matches less of it', () => {
  const words = toSearchWords('AB-1200')

  expect(words).toContain('ab1200')
  expect(toSearchWords('AB 77, XY-1200')).not.toContain('ab1200')
  expect(toSearchWords('3,5')).toContain('3d5')
  expect(toSearchWords('3.50')).toContain('3d5')
  expect(toSearchWords('35')).not.toContain('3d5')
})

test('a question is searched without its function words, unless it has no other', () => {
  expect(toQueryWords('What is the price of it?')).toEqual([['price']])
  expect(toQueryWords('iş saatleri nedir')).toContainEqual(['is'])
  expect(toQueryWords('who are you')).toHaveLength(3)
  expect(toQueryWords('')).toEqual([])
  expect(toQueryWords('"*" OR (').flat()).toEqual(['or'])
  expect(toQueryWords('kargolar')).toEqual([['kargolar', 'kargo']])
})

test('words hold only letters and digits, however odd the text', () => {
  const text = `a"b'c d\\e\u0000f g_h ½ ① ﬁn 😀 e\u0301 ${'x'.repeat(500)} नमस्ते --..--`

  for (const word of toSearchWords(text)) {
    expect(word).toMatch(/^[\p{L}\p{N}]{1,64}$/u)
  }
})

test('a question has a limited number of words', () => {
  const text = Array.from({ length: 500 }, (_, place) => `word${place}`).join(' ')

  expect(toQueryWords(text)).toHaveLength(64)
})
