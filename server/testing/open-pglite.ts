import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { migrationsFolder } from '#server/db/migrations.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/pglite')

/** An empty database in memory. */
export function openPglite(): Promise<PGlite> {
  return openPrepared('empty', [], async () => undefined)
}

/** A database in memory with the tables of the product, without rows except those of migrations. */
export function openMigratedPglite(): Promise<PGlite> {
  const folder = migrationsFolder('postgres')
  const sources = globSync(join(folder, '**/*.{sql,json}')).toSorted()
  return openPrepared('migrated', sources, (pglite) => migrate(drizzle(pglite), { migrationsFolder: folder }))
}

/**
 * Creating a cluster takes three seconds of CPU and migrating one more, unpacking a stored cluster less than one. A
 * stored cluster is used while the version of PGlite and the sources stay the same.
 */
async function openPrepared(
  name: string,
  sources: string[],
  prepare: (pglite: PGlite) => Promise<void>,
): Promise<PGlite> {
  const hash = createHash('sha256')
  for (const file of [join(root, 'node_modules/@electric-sql/pglite/package.json'), ...sources]) {
    hash.update(readFileSync(file))
  }
  const file = join(cache, `${name}-${hash.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) {
    return PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) })
  }
  const pglite = await PGlite.create()
  await prepare(pglite)
  store(name, file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  return pglite
}

/** Another worker may read or store the same cluster meanwhile. */
function store(name: string, file: string, cluster: Buffer) {
  mkdirSync(cache, { recursive: true })
  for (const stored of globSync(join(cache, `${name}-*.tar`))) {
    if (stored !== file) {
      rmSync(stored, { force: true })
    }
  }
  const temporary = `${file}.${randomUUID()}`
  writeFileSync(temporary, cluster)
  renameSync(temporary, file)
}
