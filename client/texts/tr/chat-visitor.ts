import type { chatVisitor as source } from '../en/chat-visitor.ts'

export const chatVisitor: typeof source = {
  good: 'İyi yanıt',
  bad: 'Kötü yanıt',
  commentTitle: 'Neyi beğenmediniz?',
  commentText: 'Teşekkürler, değerlendirmeniz kaydedildi. Nedenini yazarsanız yanıtları iyileştirebiliriz.',
  comment: 'Yorum',
  commentHint: 'Eksik, yanlış ya da fazla uzun olan neydi?',
  sendComment: 'Gönder',
  noComment: 'Atla',
  thanks: 'Teşekkürler, yorumunuz kaydedildi.',
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
