import type { wallet as source } from '../en/wallet.ts'

export const wallet: typeof source = {
  title: 'Cüzdanım',
  button: (balance) => `Cüzdan, bakiye ${balance}`,
  buttonUnknown: 'Cüzdan, bakiye bilinmiyor',
  refresh: 'Yenile',
  close: 'Kapat',
  lastUpdated: 'Son güncelleme',
  low: 'az',
  add: 'Bakiye ekle',
  addLater: 'Bakiye ekleme, ödemelerle birlikte gelecek.',
  sandbox:
    'Deneme ortamı size oyun parası verdi: buradaki modeller temsilîdir, harcadığınız hiçbir şey gerçek değildir.',
  held: 'Süren yanıtlar için ayrılan',
  available: 'Kullanılabilir',
  failed: 'Bakiyeniz yüklenemedi.',
  adminView: 'Yönetici görünümüne geç',
  adminLater: 'Cüzdan Yönetimi henüz bu sürümde yok.',
}
