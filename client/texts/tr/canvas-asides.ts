import type { canvasAsides as source } from '../en/canvas-asides.ts'

export const canvasAsides: typeof source = {
  keyActions: { runAgain: 'Son soruyu yeniden sor' },
  preferences: {
    text: 'Bu tarayıcıda saklanır, her akışta aynıdır.',
    wheel: 'Tekerlek ve dokunmatik yüzeyde iki parmak',
    wheels: { zoom: 'Yakınlaştırır', pan: 'Tuvali kaydırır' },
    wheelTexts: {
      zoom: 'Tuvali kaydırmak için boş bir yerinden ya da Space tuşunu basılı tutarak sürükleyin.',
      pan: 'Ctrl ya da Cmd ile tekerlek ve iki parmağı açıp kapamak yakınlaştırır. Shift ile tekerlek yana kaydırır.',
    },
    switches: {
      snapping: { name: 'Izgaraya yapıştır', text: 'Sürüklenen her 20 pikselde bir durur.' },
      magnet: { name: 'Mıknatıslı çizgiler', text: 'Sürüklenen kart çevresindekilerin kenarlarına çekilir.' },
      grid: { name: 'Izgarayı göster', text: 'Tuvalin zeminindeki noktalar.' },
      minimap: { name: 'Küçük harita', text: 'Tuvalin köşesinde akışın tümü.' },
    },
    keys: 'Klavye kısayolları',
    keysOn: 'Tek tuşlu kısayollar açık.',
    keysOff: 'Tek tuşlu kısayollar kapalı.',
    openKeys: 'Değiştir…',
  },
  tryCode: {
    title: 'İşlevi dene',
    run: 'Çalıştır',
    stop: 'Durdur',
    running: 'Çalışıyor…',
    noValue: 'Değer yok',
    result: 'Sonuç',
    nothing: 'Hiçbir şey',
    failed: (fault, line) => (line === undefined ? fault : `${line}. satır: ${fault}`),
  },
}
