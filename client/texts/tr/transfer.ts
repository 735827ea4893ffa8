import type { transfer as source } from '../en/transfer.ts'

/** What the server says of an item, where it names a field or a place. */
const patterns: [RegExp, string][] = [
  [/__proto__/, '__proto__ adında bir anahtar içeriyor.'],
  [/has the same id or name/, 'Dosyadaki başka bir öğeyle aynı kimliği ya da adı taşıyor.'],
  [/^This is not a flow file/, 'Bu bir akış dosyası değil.'],
  [/^Invalid Imported File/, 'Geçersiz içe aktarma dosyası'],
  [/^This file holds more than/, 'Dosyada çok fazla öğe var.'],
  [/^name: /, 'Adı eksik ya da uygun değil.'],
  [
    /^(schema|func|details|value|type|description|color|credential|iconSrc|flowData): /,
    'Bir alanı eksik ya da uygun değil.',
  ],
]

export const transfer: typeof source = {
  kinds: {
    chatflow: 'Sohbet akışları',
    agentflow: 'Ajan akışları',
    tool: 'Araçlar',
    variable: 'Değişkenler',
    assistant: 'Asistanlar',
  },
  export: {
    title: 'Dışa aktarılacak verileri seçin',
    group: 'Veri türleri',
    busy: 'Dışa aktarılıyor..',
    busyText: 'Verilerin dışa aktarılması biraz sürebilir',
    leftOut:
      'Parolalar ve dosyalar dışarıda bırakılır. Saklanan akış parçaları “Sohbet akışları” ile birlikte gider.',
    size: (size) => `Yaklaşık ${size}`,
    action: 'Dışa aktar',
    failed: (message) => `Dışa aktarılamadı: ${message}`,
    failedAll: (message) => `Dosya oluşturulamadı: ${message}`,
    defaultError: 'Sunucuda bir sorun oluştu',
  },
  import: {
    choose: 'İçe aktarılacak dosyayı seçin',
    title: 'Verileri içe aktar',
    reading: 'Dosya okunuyor',
    readingText: 'Henüz hiçbir şey değişmedi.',
    busy: 'İçe aktarılıyor…',
    busyText: 'Ya hepsi birlikte aktarılır ya da hiçbiri.',
    group: 'İçe aktarılacak türler',
    fresh: (count) => `${count} yeni`,
    sameName: (count) => `${count} aynı adlı`,
    sameId: (count) => `${count} tanesi yeni kimlik alacak`,
    kept: (count) => `${count} tanesi buradaki hâliyle kalacak`,
    refused: (count) => `${count} tanesi aktarılamaz`,
    moreRefused: (count) => `ve ${count} tane daha`,
    adminsOnly: 'yalnızca yöneticiler için',
    unnamed: 'Adsız',
    sameNameHint: 'Aynı adlı akışlar ve araçlar, elinizdekilerin yanında yer alacak.',
    unknownKinds: (count) => `${count} bilinmeyen tür`,
    unknownHint: (keys) => `Dosyada bırakılanlar: ${keys}.`,
    empty: 'Bu dosyada içe aktarılabilecek bir şey yok.',
    action: 'İçe aktar',
    done: 'Tüm veriler içe aktarıldı',
    failed: (message) => `İçe aktarılamadı: ${message}`,
    defaultError: 'Geçersiz içe aktarma dosyası',
    tooLarge: 'Dosya 50 MB’tan büyük.',
    notJson: 'Yalnızca .json dosyaları içe aktarılabilir.',
  },
  said: (sentence) => patterns.find(([pattern]) => pattern.test(sentence))?.[1] ?? sentence,
}
