import type { chatUploads as source } from '../en/chat-uploads.ts'

export const chatUploads = {
  attach: 'Dosya ekle',
  attached: 'Eklenen dosyalar',
  remove: (name: string) => `Kaldır: ${name}`,
  reading: 'Okunuyor…',
  drop: 'Eklemek için dosyaları buraya bırakın',
  issues: {
    kind: 'Bu dosya türü desteklenmiyor',
    empty: 'Bu dosya boş',
    many: (count: string) => `Bir soruya en fazla ${count} dosya eklenebilir`,
    together: 'Dosyaların toplamı çok büyük',
    size: (megabytes: string) => `En fazla ${megabytes} MB`,
  },
  hints: {
    failed: 'Gönderilemeyen dosyaları kaldırın',
    reading: 'Dosyalarınız okunuyor…',
    wordless: 'Ne öğrenmek istediğinizi yazın',
  },
  picture: (name: string) => `Görsel: ${name}`,
  voice: {
    record: 'Soruyu sesle sor',
    recording: 'Kaydediliyor',
    cancel: 'Kaydı iptal et',
    sent: 'Sesli mesaj',
    denied: 'Mikrofon engellenmiş. Tarayıcınızda bu sayfa için izin verin.',
    missing: 'Mikrofon bulunamadı.',
    failed: 'Kayıt yapılamadı.',
  },
  starters: 'Başlangıç soruları',
  followUps: 'Devam soruları',
  notAgain: 'Bu sorunun dosyaları yeniden gönderilemedi.',
} satisfies typeof source
