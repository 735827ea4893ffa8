import type { canvasTools as source } from '../en/canvas-tools.ts'

const nodesOf = (what: string, count: number) =>
  count === 1 && what !== '' ? `“${what}” düğümünü` : `${count} düğümü`

export const canvasTools: typeof source = {
  steps: {
    disable: (what, count) => `${nodesOf(what, count)} devre dışı bırakma`,
    enable: (what, count) => `${nodesOf(what, count)} etkinleştirme`,
  },
  disable: 'Devre dışı bırak',
  enable: 'Etkinleştir',
  disabled: 'Devre dışı',
  disabledName: (name) => `${name}, devre dışı`,
  keys: {
    disable: 'Seçileni devre dışı bırak ya da etkinleştir',
    pin: 'Çıktıyı sabitle ya da serbest bırak',
    zoomIn: 'Yakınlaştır',
    zoomOut: 'Uzaklaştır',
    others: 'Ctrl, Alt ve Shift’li kısayollar, özel tuşlar',
    change: (action) => `Tuşu değiştir: ${action}`,
    changeShort: 'Değiştir',
    pressKey: 'Bir tuşa basın…',
    cancel: 'Esc eski tuşu korur',
    taken: (key, action) => `${key} tuşu “${action}” için kullanılıyor. Başka bir tuşa basın.`,
    notSingle: 'Ctrl, Alt ya da Cmd olmadan tek bir tuşa basın.',
    reserved: (key) => `${key} tuşu kullanılamaz. Başka bir tuşa basın.`,
    reset: 'Tüm tuşları sıfırla',
    single: 'Tek tuşlu kısayollar',
    singleText:
      'Kapalıyken yalnızca Ctrl, Alt, Shift’li kısayollar ile Delete, Enter, Esc, F2 ve ok tuşları çalışır.',
    changed: (action, key) => `${action}: ${key}`,
  },
  presence: {
    isHere: (name) => `Şu anda burada: ${name}`,
    areHere: (names) => `Şu anda burada: ${names}`,
    otherTab: 'Başka bir sekmede de açık',
    more: (count) => `${count} kişi daha`,
  },
  links: {
    title: 'Bağlantıları yönet',
    open: 'Bağlantıları yönet…',
    count: (count) => `${count} bağlantı seçildi`,
    text: 'Yalnızca bu sayfalar okunur. Liste boşsa sayfalar her çalıştırmada yeniden aranır.',
    url: 'URL',
    method: 'Sayfaları bulma yolu',
    methods: { webCrawl: 'Bağlantıları izleyerek', scrapeXMLSitemap: 'Site haritasıyla' },
    limit: 'En fazla sayfa',
    limitHint: '0: izin verilen en fazla sayıda sayfa bulunur.',
    fetch: 'Bağlantıları getir',
    fetching: 'Sayfalar aranıyor…',
    found: (count) => (count === 0 ? 'Hiç sayfa bulunamadı.' : `${count} sayfa bulundu.`),
    list: 'Bağlantılar',
    link: (number) => `Bağlantı ${number}`,
    add: 'Bağlantı ekle',
    remove: (number) => `${number}. bağlantıyı kaldır`,
    clear: 'Tümünü temizle',
    none: 'Henüz bağlantı yok. Getirin ya da bir tane ekleyin.',
    notUrl: 'Tam adresi girin, örneğin https://example.com/sayfa',
    save: 'Bağlantıları kaydet',
  },
}
