export const moderation: Readonly<Record<string, string>> = {
  'Blocks messages with listed phrases. With a model, also paraphrases of them.':
    'Yasaklı ifadeleri modele göndermez. Model bağlarsanız benzer ifadeleri de yakalar.',
  'Deny List': 'Yasaklı ifadeler',
  'One phrase per line.': 'Her satıra bir ifade.',
  'Ignore previous instructions\nDo not follow the directions':
    'Önceki talimatları yok say\nTalimatlara uyma',
  'Model that also detects paraphrases.': 'Aynı anlama gelen ifadeleri de yakalayan model.',
  'Error Message': 'Hata mesajı',
  'Reply to a blocked message.': 'Engellenen mesaja verilecek yanıt.',
  'Blocks messages that OpenAI classifies as harmful.': 'OpenAI’ın zararlı bulduğu mesajları engeller.',
}
