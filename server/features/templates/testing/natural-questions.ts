import type { TemplateLanguage } from '#shared/templates.ts'

export type NaturalQuestion = {
  template: string
  /** Language of the template, not of the question. */
  in: TemplateLanguage
  after?: readonly string[]
  ask: string
  holds: readonly RegExp[]
  not?: RegExp
}

/** Never acceptable in an answer: citation marks, headings, parts of the prompt, names of tools. */
export const leaks =
  /\[\d+\]|^#|\n#|Context:|Passages:|Parçalar:|Articles:|Maddeler:|\bQ:|\bA:|Soru:|Cevap:|You are (?:the|a) |from these rules|from the passages|yalnız(?:ca)? bu |\*\*(?:menu|handbook|it_guide|calculator|current_?date_?time)/i

const returns = /working days|iş günü|Invoices|Fatura|Monday|Pazartesi/

/** Written before the demo model was rewritten; none repeats the templates' wording. */
export const naturalQuestions: readonly NaturalQuestion[] = [
  { template: 'help-desk', in: 'en', ask: 'Can I get a refund?', holds: [/14 days/], not: returns },
  { template: 'help-desk', in: 'en', ask: 'Hello, who are you?', holds: [/help desk/i] },
  { template: 'help-desk', in: 'en', ask: 'my mug arrived broken, what now?', holds: [/30 days/] },
  { template: 'help-desk', in: 'en', ask: 'do u take credit cards', holds: [/\bcard/i], not: /14 days/ },
  { template: 'help-desk', in: 'en', ask: 'kaç günde iade edebilirim?', holds: [/14 days/], not: returns },
  {
    template: 'help-desk',
    in: 'tr',
    ask: 'Aldığım şeyi geri vermek istiyorum',
    holds: [/14 gün/],
    not: returns,
  },
  { template: 'help-desk', in: 'tr', ask: 'saat kaça kadar açıksınız', holds: [/18\.00/], not: /14 gün/ },
  {
    template: 'help-desk',
    in: 'tr',
    ask: 'paketim ne zaman elime geçer acaba',
    holds: [/^Kargo: Siparişler.*5 iş günü/],
  },
  {
    template: 'document-desk',
    in: 'en',
    ask: 'How long do I have to return something?',
    holds: [/14 days/],
    not: /1 to 3|customs|warranty/i,
  },
  { template: 'document-desk', in: 'en', ask: 'how do I pay?', holds: [/card/, /transfer/], not: /damaged/i },
  {
    template: 'document-desk',
    in: 'en',
    ask: 'my teapot came chipped :(',
    holds: [/3 days/, /photos/],
    not: /warranty/,
  },
  {
    template: 'document-desk',
    in: 'en',
    ask: 'Could you please tell me whether you send parcels to Germany?',
    holds: [/^We ship to the European Union/],
  },
  { template: 'document-desk', in: 'tr', ask: 'siparişim ne zaman gelir', holds: [/1-3 iş günü/] },
  { template: 'document-desk', in: 'tr', ask: 'taksit var mı', holds: [/6 taksit/], not: /Gümrük/ },
  { template: 'document-desk', in: 'tr', ask: 'kapıda ödeyebilir miyim', holds: [/Kapıda ödeme yok/] },
  {
    template: 'document-desk',
    in: 'tr',
    ask: 'kedi maması satıyor musunuz',
    holds: [/bulamadım/],
  },
  {
    template: 'menu-and-orders',
    in: 'en',
    ask: 'how much is coffee',
    holds: [/70 TL/],
    not: /do not have|640/,
  },
  { template: 'menu-and-orders', in: 'en', ask: 'whats vegan here?', holds: [/lentil|vine leaves|Pumpkin/] },
  {
    template: 'menu-and-orders',
    in: 'en',
    after: ['how much is a tea?'],
    ask: 'and the orange juice?',
    holds: [/90 TL/],
    not: /640/,
  },
  { template: 'menu-and-orders', in: 'en', ask: 'do you have pizza?', holds: [/do not have that/] },
  { template: 'menu-and-orders', in: 'tr', ask: 'bi çay ne kadar', holds: [/25 TL/], not: /o yok/ },
  {
    template: 'menu-and-orders',
    in: 'tr',
    ask: 'iki kahve ve bir sütlaç ne tutar?',
    holds: [/250|70 TL[\s\S]*110 TL|110 TL[\s\S]*70 TL/],
  },
  {
    template: 'menu-and-orders',
    in: 'tr',
    ask: 'fındığa cevize alerjim var, hangi tatlıda var?',
    holds: [/Cevizli kabak/],
  },
  {
    template: 'contract-reader',
    in: 'en',
    ask: 'how much is the rent?',
    holds: [/48,000 TL/],
    not: /deposit is/i,
  },
  { template: 'contract-reader', in: 'en', ask: 'Can I keep a dog?', holds: [/does not say anything/] },
  { template: 'contract-reader', in: 'en', ask: 'when do i get my deposit back', holds: [/30 days/] },
  { template: 'contract-reader', in: 'en', ask: 'who fixes a leaking pipe?', holds: [/landlord pays/] },
  { template: 'contract-reader', in: 'tr', ask: 'kirayı ayın kaçında ödemem lazım', holds: [/5\. gün/] },
  { template: 'contract-reader', in: 'tr', ask: 'sözleşmeyi nasıl bitirebilirim', holds: [/3 ay önceden/] },
  {
    template: 'everyday-assistant',
    in: 'en',
    ask: 'hi, could you tell me what 20% VAT on 3,500 is?',
    holds: [/\b700\b/],
  },
  {
    template: 'everyday-assistant',
    in: 'en',
    ask: 'What day is it today?',
    holds: [/^Today is \w+day, 20\d\d-\d\d-\d\d/],
  },
  { template: 'everyday-assistant', in: 'en', ask: 'who are you', holds: [/accounting office/] },
  { template: 'everyday-assistant', in: 'tr', ask: 'bugün ayın kaçı', holds: [/^Bugün günlerden .*20\d\d/] },
  { template: 'everyday-assistant', in: 'tr', ask: '1200 artı 350 kaç yapar', holds: [/1\.?550/] },
  { template: 'onboarding-guide', in: 'en', ask: 'how many vacation days do I get?', holds: [/14 days/] },
  { template: 'onboarding-guide', in: 'en', ask: "I'm sick today, what do I do", holds: [/10:00/] },
  { template: 'onboarding-guide', in: 'en', ask: 'cant log in, forgot my pasword', holds: [/extension 55/] },
  { template: 'onboarding-guide', in: 'tr', ask: 'maaşlar ne zaman yatıyor', holds: [/son iş günü/] },
  { template: 'onboarding-guide', in: 'tr', ask: 'yazıcı nerde', holds: [/2\. ve 4\. kat/] },
  { template: 'onboarding-guide', in: 'tr', ask: 'şirket arabası veriyor musunuz', holds: [/Ece/] },
  {
    template: 'faq-follow-ups',
    in: 'en',
    ask: 'when do you close on sunday?',
    holds: [/19:00/],
    not: /21:00/,
  },
  { template: 'faq-follow-ups', in: 'en', ask: 'how much for my kids', holds: [/80 TL|free/], not: /150/ },
  {
    template: 'faq-follow-ups',
    in: 'en',
    after: ['how much is a ticket for grown-ups'],
    ask: 'and for students?',
    holds: [/80 TL/],
  },
  { template: 'faq-follow-ups', in: 'tr', ask: 'arabamı nereye bırakabilirim', holds: [/otopark/i] },
  { template: 'faq-follow-ups', in: 'tr', ask: 'pazar günü açık mısınız', holds: [/9\.00-19\.00/] },
  {
    template: 'two-experts',
    in: 'en',
    ask: 'got a flat tire, how much?',
    holds: [/200 TL/],
    not: /900|deposit/,
  },
  { template: 'two-experts', in: 'tr', ask: 'günlük bisiklet kirası kaç para', holds: [/300 TL/] },
  {
    template: 'public-helper',
    in: 'en',
    ask: 'When do you pick up the trash?',
    holds: [/Monday, Wednesday/],
  },
  { template: 'public-helper', in: 'en', ask: 'we want to get married', holds: [/counter 7/] },
  { template: 'public-helper', in: 'tr', ask: 'eski koltuğumu kim alır', holds: [/Eski mobilya/] },
  { template: 'public-helper', in: 'tr', ask: 'Merhaba, siz kimsiniz?', holds: [/Gökçe Belediyesi/] },
  { template: 'web-page-answers', in: 'en', ask: 'how much is the ferry?', holds: [/40 lira/] },
  { template: 'sql-questions', in: 'tr', ask: 'en ucuz ürününüz ne', holds: [/fiyat: \d+/] },
  {
    template: 'reply-writer',
    in: 'en',
    ask: 'Hi Deniz, do you still have the blue bowls? Thanks, Mert',
    holds: [/Best, Deniz/, /Mert/],
    not: /I will remember|!|today/,
  },
  {
    template: 'order-details',
    in: 'en',
    ask: 'hi, 6 mugs please for friday. thanks, Lale',
    holds: [/Quantity: 6/, /Date: .*friday/i, /Address: not specified/, /Lale/],
  },
  {
    template: 'minutes-to-tasks',
    in: 'tr',
    ask: 'Ali yarın bankayı arayacak. Hava güzeldi. Zeynep cumaya kadar salonu ayırtacak.',
    holds: [/Görevler: 2/, /- \[ \] Ali/, /- \[ \] Zeynep/],
    not: /Hava/,
  },
  {
    template: 'lead-qualifier',
    in: 'tr',
    ask: 'Kafemiz için 80 fincan lazım, fiyat alabilir miyim?',
    holds: [/"score":"(?:hot|warm)"/],
  },
  {
    template: 'review-sorter',
    in: 'en',
    ask: 'plate was cracked when i opened the parcel',
    holds: [/"mood":"unhappy","topic":"(?:delivery|quality)"/],
  },
  { template: 'glossary-translator', in: 'en', ask: 'this rug has a long fringe', holds: [/saçak/] },
  { template: 'translate-and-check', in: 'tr', ask: 'tren istasyonu nerede?', holds: [/gerçek bir model/] },
]
