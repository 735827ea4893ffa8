import type { visitorFiles as en } from '../en/visitor-files.ts'

export const visitorFiles: typeof en = {
  files: 'Dosyalar',
  notFetched: (name) => `${name} alınamadı`,
}
