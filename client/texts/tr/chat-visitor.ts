import type { chatVisitor as source } from '../en/chat-visitor.ts'

export const chatVisitor: typeof source = {
  good: 'İyi yanıt',
  bad: 'Kötü yanıt',
  commentTitle: 'Neyi beğenmediniz?',
  commentText: 'Değerlendirmeniz kaydedildi. Birkaç söz, bu akışı hazırlayana yardımcı olur.',
  comment: 'Yorum',
  commentHint: 'Eksik, yanlış ya da fazla uzun olan neydi?',
  sendComment: 'Gönder',
  noComment: 'Yorum yok',
  thanks: 'Teşekkürler. Yorumunuz yanıtla birlikte saklandı.',
  leadTitle: 'Başlamadan önce size nasıl ulaşabiliriz?',
  leadThanks: 'Teşekkürler! Ne öğrenmek istersiniz?',
  leadFirst: 'Önce formu doldurun',
  lead: { name: 'Ad', email: 'E-posta', phone: 'Telefon' },
  phoneCode: 'Ülke kodu',
  sendLead: 'Başla',
  listen: 'Sesli oku',
  preparing: 'Ses hazırlanıyor…',
  stopListening: 'Okumayı durdur',
}
