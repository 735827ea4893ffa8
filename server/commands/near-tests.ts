import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'

export type Sources = ReadonlyMap<string, string>

const isTest = (path: string) => /\.test\.tsx?$/.test(path) && !path.startsWith('client/e2e/')
const importPattern = /\b(?:from|import)\s*\(?\s*['"](#|\.{1,2}\/)([^'"]+)['"]/g

export function readSources(): Sources {
  const paths = ['client', 'server', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
  return new Map(
    paths.filter((path) => /\.(tsx?|mjs)$/.test(path)).map((path) => [path, readFileSync(path, 'utf8')]),
  )
}

/**
 * The nearest first: the file's own test, tests that import it, tests of its feature, and tests of its importers. Beyond
 * that, almost every file reaches the tests of the whole app.
 */
export function findNearTests(changed: readonly string[], sources: Sources): string[] {
  const importers = readImporters(sources)
  const importersOf = (paths: readonly string[]) => paths.flatMap((path) => importers.get(path) ?? [])
  const own = changed.flatMap((path) => ownTestsOf(path))
  const direct = importersOf(changed)
  const folders = new Set(changed.filter((path) => sources.has(path)).map((path) => dirname(path)))
  const beside = [...sources.keys()].filter((path) => folders.has(dirname(path)))
  // A feature's folder is one subject; a folder such as client/components holds many.
  const related = beside.filter((path) => path.includes('/features/'))
  const all = [...changed, ...own, ...direct, ...related, ...importersOf(direct), ...beside]
  return [...new Set(all)].filter((path) => sources.has(path) && isTest(path))
}

function ownTestsOf(path: string) {
  const name = path.replace(/\.(tsx?|mjs)$/, '')
  return [`${name}.test.ts`, `${name}.test.tsx`]
}

function readImporters(sources: Sources) {
  const importers = new Map<string, string[]>()
  for (const [path, text] of sources) {
    for (const [, start, target = ''] of text.matchAll(importPattern)) {
      const imported = start === '#' ? target : posix.join(posix.dirname(path), start ?? '', target)
      importers.set(imported, [...(importers.get(imported) ?? []), path])
    }
  }
  return importers
}
