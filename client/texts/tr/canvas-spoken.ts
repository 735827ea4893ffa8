import type { canvasSpoken as source } from '../en/canvas-spoken.ts'

const nodesOf = (count: number) => `${count} düğüm`
const named = (what: string, count: number) => (what && count === 1 ? `“${what}”` : nodesOf(count))

export const canvasSpoken: typeof source = {
  done: {
    add: (what) => `“${what}” eklendi`,
    addNote: () => 'Not eklendi',
    align: (_, count) => `${nodesOf(count)} hizalandı`,
    connect: (what) => (what ? `Bağlandı: ${what}` : 'Bağlandı'),
    copies: (what, count) => `${named(what, count)} çoğaltıldı`,
    delete: (what, count) => `${named(what, count)} silindi`,
    deleteLinks: (_, count) => `${count} bağlantı silindi`,
    disable: (what, count) => `${named(what, count)} devre dışı bırakıldı`,
    edit: (what) => `“${what}” değiştirildi`,
    enable: (what, count) => `${named(what, count)} etkinleştirildi`,
    frame: (_, count) => `${nodesOf(count)} gruplandı`,
    insert: (_, count) => `${nodesOf(count)} eklendi`,
    load: (_, count) => `${nodesOf(count)} yüklendi`,
    move: (_, count) => `${nodesOf(count)} taşındı`,
    output: (what) => `“${what}” çıkışı değiştirildi`,
    paste: (_, count) => `${nodesOf(count)} yapıştırıldı`,
    rename: (what) => `Yeni ad: “${what}”`,
    renameFlow: (what) => `Akışın yeni adı: “${what}”`,
    reorder: (what) => `“${what}” sırası değiştirildi`,
    replaceLink: (what) => (what ? `Bağlandı: ${what}, eski bağlantının yerine` : 'Bağlantı değiştirildi'),
    replaceNode: (what) => `“${what}” ile değiştirildi`,
    replaceText: (what, count) => `“${what}” ${count} metinde değiştirildi`,
    reroute: (what) => (what ? `Bağlantı taşındı: ${what}` : 'Bağlantı taşındı'),
    resize: () => 'Boyut değiştirildi',
    sameWidth: (_, count) => `${nodesOf(count)} eşit genişlikte`,
    tidy: (_, count) => `${nodesOf(count)} düzenlendi`,
    unframe: () => 'Grup çözüldü',
    update: (what) => `“${what}” güncellendi`,
  },
  link: (source, target, input) =>
    input ? `${source}, ${target} düğümünün ${input} girişine` : `${source}, ${target} düğümüne`,
  withProblems: (done, problems) => `${done}, ${problems} sorun`,
  runBegan: 'Çalıştırma başladı',
  runEnded: {
    run_finished: (nodes, time, cost) => `Çalıştırma tamamlandı, ${nodesOf(nodes)}, ${time}, ${cost}`,
    run_failed: (nodes, time, cost) => `Çalıştırma başarısız, ${nodesOf(nodes)}, ${time}, ${cost}`,
    run_stopped: (nodes, time, cost) => `Çalıştırma durduruldu, ${nodesOf(nodes)}, ${time}, ${cost}`,
  },
  selected: (count) => `${nodesOf(count)} seçildi`,
  linking: 'Bağlantı çiziliyor. Uygun bir girişte ya da çıkışta Enter ile bağlayın, Esc ile vazgeçin.',
  skip: 'Tuvale geç',
  edgeHint: 'Enter bağlantıyı seçer. Ardından Delete siler, Esc seçimi bırakır.',
}
