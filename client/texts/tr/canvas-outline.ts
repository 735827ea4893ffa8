import type { outline as source } from '../en/canvas-outline.ts'

export const outline: typeof source = {
  title: 'Liste',
  canvas: 'Tuval',
  run: 'Çalıştır',
  views: 'Akışın görünümleri',
  leftDock: 'Düğümler',
  addNodes: 'Düğüm ekle',
  add: 'Düğüm ekle',
  empty: 'Henüz düğüm yok. Bir tane ekleyin; burada ve tuvalde görünür.',
  nodeName: (label, kind, problems) => `${label}, ${kind}${problems > 0 ? `, ${problems} sorun` : ''}`,
  edit: 'Düzenle',
  show: 'Tuvalde göster',
  orderOf: (label) => `${label} sırası`,
  moveUp: (label) => `${label}: yukarı taşı`,
  moveDown: (label) => `${label}: aşağı taşı`,
}
