import type { canvasAsides as source } from '../en/canvas-asides.ts'

export const canvasAsides: typeof source = {
  naming: {
    title: 'Akışa ad verin',
    name: 'Ad',
    actions: { save: 'Sürümü kaydet', publish: 'Yayımla' },
  },
  keyActions: { runAgain: 'Son soruyu yeniden sor' },
  preferences: {
    text: 'Bu tarayıcıda saklanır, her akışta aynıdır.',
    wheel: 'Fare tekerleği ve iki parmakla kaydırma',
    wheels: { zoom: 'Yakınlaştırır', pan: 'Tuvali kaydırır' },
    wheelTexts: {
      zoom: 'Tuvali taşımak için boş bir yerden sürükleyin ya da boşluk tuşuna basılı tutup sürükleyin.',
      pan: 'Yakınlaştırmak için Ctrl/Cmd ile tekerleği çevirin ya da iki parmağınızı açın. Shift ile yana kayar.',
    },
    switches: {
      snapping: { name: 'Izgaraya hizala', text: 'Kartlar 20 piksellik adımlarla taşınır.' },
      magnet: { name: 'Akıllı kılavuzlar', text: 'Sürüklenen kart yakındaki kartlarla hizalanır.' },
      grid: { name: 'Izgarayı göster', text: 'Tuvalin zeminindeki noktalar.' },
      minimap: { name: 'Mini harita', text: 'Akışın tamamı, tuvalin köşesinde.' },
    },
    keys: 'Klavye kısayolları',
    keysOn: 'Tek tuşlu kısayollar açık.',
    keysOff: 'Tek tuşlu kısayollar kapalı.',
    openKeys: 'Değiştir…',
  },
  tryCode: {
    title: 'İşlevi test et',
    run: 'Çalıştır',
    stop: 'Durdur',
    running: 'Çalışıyor…',
    noValue: 'Değer yok',
    result: 'Sonuç',
    nothing: 'Hiçbir şey',
    failed: (issue, line) => (line === undefined ? issue : `${line}. satır: ${issue}`),
  },
}
