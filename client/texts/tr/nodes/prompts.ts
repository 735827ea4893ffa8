export const prompts: Readonly<Record<string, string>> = {
  'Prompt with {variables}.': 'Değişkenli tek istem.',
  Template: 'Şablon',
  'Suggest three names for a shop that sells {product}.': '{product} satan bir mağaza için üç ad öner.',
  'Format Prompt Values': 'İstem değerleri',
  'Values for the prompt’s variables. You can leave one empty; it receives the message.':
    'İstem değişkenlerinin değerleri. Birini boş bırakabilirsiniz; yerine mesaj gelir.',
  'System and user message with {variables}.': 'Sistem ve kullanıcı mesajından oluşan istem.',
  'You translate from {from} to {to}.': '{from} dilinden {to} diline çeviri yaparsın.',
  'Human Message': 'Kullanıcı mesajı',
  'Messages History': 'Mesaj geçmişi',
  'JavaScript that returns messages to insert between the two.':
    'İkisinin arasına eklenecek mesajları döndüren JavaScript kodu.',
  'Prompt that shows the model examples first.': 'Örneklerle yönlendirilen istem.',
  Examples: 'Örnekler',
  'JSON list of objects.': 'Nesnelerden oluşan bir JSON listesi.',
  '[{ "word": "happy", "antonym": "sad" }, { "word": "tall", "antonym": "short" }]':
    '[{ "kelime": "mutlu", "zit": "üzgün" }, { "kelime": "uzun", "zit": "kısa" }]',
  'Example Prompt': 'Örnek istemi',
  'Format of each example.': 'Her örneğin biçimi.',
  'Text before the examples.': 'Örneklerden önceki metin.',
  'Give the antonym of every word.': 'Her kelimenin zıt anlamlısını yaz.',
  Suffix: 'Son metin',
  'Text after the examples, including the message.': 'Örneklerden sonraki metin; mesajı da içerir.',
  'Word: {input}\nAntonym:': 'Kelime: {input}\nZıt anlamlısı:',
  'Example Separator': 'Örnek ayırıcı',
  'Text between the examples.': 'Örneklerin arasındaki metin.',
  'Template Format': 'Şablon biçimi',
}
