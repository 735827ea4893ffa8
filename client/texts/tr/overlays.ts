import type { overlays as source } from '../en/overlays.ts'

export const overlays: typeof source = {
  notices: {
    title: 'Bildirimler',
    buttonUnread: (count) => `Bildirimler, ${count} yeni`,
    clear: 'Temizle',
    none: 'Henüz bildirim yok. Bildirimler sayfayı yenileyene ya da çıkış yapana kadar burada kalır.',
    error: 'Hata:',
    times: (count) => `(${count} kez)`,
    kinds: {
      person_requested: (flow) => `“${flow}” akışının bir ziyaretçisi bir yetkiliyle görüşmek istiyor.`,
      channel_signed_out: (_, { account }) =>
        `${account} kanalı giriş bekliyor. O zamana kadar orada kimse yanıtlanmaz.`,
      flow_failed_for_visitor: (flow) => `Ziyaretçiler “${flow}” akışını kullanamadı.`,
      admin_wallet_changed: (_, { by, user, amount, reason }) =>
        `${by}, yönetici ${user} adlı kullanıcının cüzdanını değiştirdi (${amount}): ${reason}`,
      wallet_change_requested: (_, { by, user, amount, reason }) =>
        `${by}, ${user} adlı kullanıcının cüzdanında yapacağı değişiklik için onay bekliyor (${amount}): ${reason}`,
      wallet_change_approved: (_, { by, user, amount }) =>
        `${by}, ${user} için istediğiniz değişikliği onayladı (${amount}).`,
      wallet_change_rejected: (_, { by, user, amount }) =>
        `${by}, ${user} için istediğiniz değişikliği reddetti (${amount}).`,
      payment_succeeded: (_, { paid }) => `Cüzdanınıza ${paid} eklendi.`,
      payment_failed: (_, { paid }) => `${paid} tutarındaki ödemeniz alınamadı.`,
      upsert_completed: (name) => `“${name}” güncel.`,
      upsert_failed: (name) => `“${name}” güncellenemedi.`,
      second_factor_added: (_, { factor, name }) =>
        factor === 'totp'
          ? 'Hesabınıza bir doğrulama uygulaması eklendi.'
          : `Hesabınıza “${name}” geçiş anahtarı eklendi.`,
      second_factor_removed: (_, { factor, name }) =>
        factor === 'totp'
          ? 'Doğrulama uygulaması hesabınızdan kaldırıldı.'
          : `“${name}” geçiş anahtarı hesabınızdan kaldırıldı.`,
      second_factor_reset: (_, { by }) =>
        `${by} iki adımlı doğrulamanızı sıfırladı ve tüm oturumlarınızı kapattı.`,
    },
  },
  appearance: {
    title: 'Görünüm',
    text: 'Bu tarayıcıda saklanır. Her seçim hemen geçerli olur.',
    scheme: 'Renkler',
    schemes: { system: 'Sistem', light: 'Açık', dark: 'Koyu' },
    font: 'Yazı tipi',
    fonts: { plex: 'Plex', system: 'Sistem', serif: 'Tırnaklı' },
    size: 'Yazı boyutu',
    sizes: { small: 'Küçük', default: 'Olağan', large: 'Büyük', larger: 'En büyük' },
    density: 'Yoğunluk',
    densities: { roomy: 'Ferah', compact: 'Sıkı' },
    corners: 'Köşeler',
    radii: ['Keskin', 'Hafif', 'Olağan', 'Yuvarlak'],
    horizontal: 'Menü içeriğin üstünde',
    horizontalHint: 'Geniş ekranlarda geçerlidir; diğerlerinde menü yandan açılır.',
    reset: 'Sıfırla',
  },
  shortcuts: {
    title: 'Klavye kısayolları',
    text: 'Yazarken tek tuşlar çalışmaz. Tuvalde daha fazlası vardır: orada ? tuşuna basın.',
    sections: { everywhere: 'Her yerde', places: 'Git', flows: 'Akış listesinde', messages: 'Mesajlarda' },
    actions: {
      palette: 'Ara ya da git',
      menu: 'Menüyü daralt ya da aç',
      help: 'Bu liste',
      close: 'Açık olanı kapat',
      submit: 'İletişim kutusunu gönder',
      newFlow: 'Yeni akış',
      search: 'Ara',
      move: 'Akışlar arasında gez',
      rename: 'Yeniden adlandır',
      remove: 'Sil',
      takeOver: 'Devral',
      switchAi: 'Yapay zekâyı kapat veya aç',
      reply: 'Yanıtla',
      note: 'Not yaz',
      messages: 'Sonraki veya önceki mesaj',
    },
  },
}
