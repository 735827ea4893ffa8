import type { palette as source } from '../en/palette.ts'

export const palette: typeof source = {
  title: 'Ara ya da git',
  button: 'Ara ya da git…',
  placeholder: 'Akış, ekran ya da işlem arayın…',
  close: 'Aramayı kapat',
  groups: {
    recent: 'Son kullanılanlar',
    flows: 'Akışlar',
    nodes: 'Bu tuvalde',
    places: 'Git',
    actions: 'Yap',
  },
  signs: { '>': 'işlemler', '@': 'düğümler', '#': 'etiketler', move: 'gez', open: 'aç' },
  found: (count) => `${count} sonuç`,
  none: (query) => `“${query}” adında bir şey yok.`,
  create: (name) => `“${name}” adında bir akış oluştur`,
  nodes: (count) => `${count} düğüm`,
  cost: (cost) => `7 günde ${cost}`,
  newFlow: 'Yeni akış',
  newFlowWords: 'yeni sohbet akışı oluştur',
  systemScheme: 'Sistemin görünümüne uy',
  language: 'Dili değiştir',
  menuBeside: 'Menü içeriğin yanında olsun',
  menuAbove: 'Menü içeriğin üstünde olsun',
}
