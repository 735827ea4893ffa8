export const outputParsers: Readonly<Record<string, string>> = {
  'Parses a comma-separated answer into a list.': 'Virgülle ayrılmış yanıtı listeye çevirir.',
  Autofix: 'Otomatik düzelt',
  'Retry once if the answer cannot be parsed.': 'Yanıt çözümlenemezse bir kez yeniden dener.',
  'Parses an answer into a list, split at a separator.': 'Yanıtı bir ayırıcıdan bölüp listeye çevirir.',
  Length: 'Uzunluk',
  'Required number of values. Empty: any number.': 'Gereken değer sayısı. Boşsa sınırsız.',
  Separator: 'Ayırıcı',
  'Text between the values.': 'Değerlerin arasındaki metin.',
  'Parses an answer into an object with the properties you define.': 'Yanıtı belirlediğiniz alanlara ayırır.',
  'JSON Structure': 'JSON yapısı',
  'The properties of the object.': 'Nesnenin alanları.',
  Property: 'Alan',
  'Parses the answer with a Zod schema.': 'Yanıtı bir Zod şemasıyla çözümler.',
  'Example JSON': 'Örnek JSON',
  'Zod schema of the answer. It is parsed, never executed.':
    'Yanıtın Zod şeması. Yalnızca okunur, çalıştırılmaz.',
}
