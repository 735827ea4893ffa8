import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { programFolder } from '#server/program-folder.ts'

export type IndexFile = Database.Database

const nameOf = (folder: string) => join(folder, 'search.db')

export const hasIndexFile = (folder: string) => existsSync(nameOf(folder))

/**
 * The file of all indexes, separate from the database: it can be rebuilt from its sources, so commits need no
 * fsync (`synchronous=NORMAL`) and backups may omit it.
 */
export function openIndexFile(folder: string): IndexFile {
  mkdirSync(folder, { recursive: true })
  const file = new Database(nameOf(folder))
  // The package finds its addon by path, so it must not be bundled.
  const load = createRequire(join(programFolder, 'package.json'))
  const { getLoadablePath } = load('sqlite-vec') as { getLoadablePath(): string }
  file.loadExtension(getLoadablePath())
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = NORMAL')
  file.exec(`
    create table if not exists indexes (
      id integer primary key,
      key text not null,
      owner text not null,
      space text not null,
      dimensions integer not null,
      size integer not null,
      is_ready integer not null,
      used_day integer not null
    );
    create index if not exists indexes_key on indexes (key, is_ready);
    create table if not exists documents (
      id integer primary key,
      index_id integer not null,
      hash blob not null,
      content text not null,
      metadata text not null
    );
    create index if not exists documents_index on documents (index_id);
    create index if not exists documents_hash on documents (hash);
    create table if not exists records (
      owner text not null,
      name text not null,
      key text not null,
      source text,
      primary key (owner, name, key)
    ) without rowid;
    create virtual table if not exists words using fts5(
      part, content, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
    );
  `)
  return file
}

/** Vectors of one length share a table, partitioned by index. */
export function makeVectorTable(file: IndexFile, dimensions: number): string {
  const table = vectorTable(dimensions)
  file.exec(`
    create virtual table if not exists ${table} using vec0(
      index_id integer partition key, embedding float[${dimensions}] distance_metric = cosine
    )
  `)
  return table
}

export function vectorTable(dimensions: number): string {
  return `vectors_${dimensions}`
}
