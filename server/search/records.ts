import type { StoreRecord, StoreRecords } from '#server/engine/ports.ts'
import type { IndexFile } from './index-file.ts'

/** Records of one owner under one name. The file is opened on first use. */
export function recordsIn(open: () => IndexFile, owner: string, name: string): StoreRecords {
  return {
    all: async () =>
      open()
        .prepare<[string, string], StoreRecord>(
          'select key, source from records where owner = ? and name = ?',
        )
        .all(owner, name),
    async store(records) {
      const file = open()
      const into = file.prepare(
        'insert into records (owner, name, key, source) values (?, ?, ?, ?) on conflict do update set source = excluded.source',
      )
      file.transaction(() => {
        for (const { key, source } of records) {
          into.run(owner, name, key, source)
        }
      })()
    },
    async forget(keys) {
      const file = open()
      const from = file.prepare('delete from records where owner = ? and name = ? and key = ?')
      file.transaction(() => {
        for (const key of keys) {
          from.run(owner, name, key)
        }
      })()
    },
  }
}

export function removeRecords(file: IndexFile, owner: string) {
  file.prepare('delete from records where owner = ?').run(owner)
}
