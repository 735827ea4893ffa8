import type { agent as source } from '../en/canvas-agent.ts'

export const agent: typeof source = {
  untitled: 'Adsız ajan akışı',
  start: 'Başlangıç',
  generate: 'Oluştur',
  generateOpen: 'Açıklamadan oluştur…',
  beginFailed: 'Ajan akışına başlanamadı',
  branches: {
    proceed: 'Devam et',
    reject: 'Reddet',
    else: 'Değilse',
    numbered: (number) => `${number}. yol`,
  },
  refusals: {
    start: 'Başlangıca bir şey bağlanmaz.',
    cycle: 'Geriye dönmek için bir döngü düğümü gerekir.',
    box: 'Bir bağlantı yinelemenin ya içinde ya dışında kalır.',
  },
}
