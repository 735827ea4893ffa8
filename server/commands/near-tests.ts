import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'

export type Sources = ReadonlyMap<string, string>

/** A test two imports away tests the importer; beyond that, almost every file reaches the tests of the whole app. */
const MAX_DISTANCE = 2
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

/** Test files in the folder of a changed file, then those that import one, nearest first. */
export function findNearTests(changed: readonly string[], sources: Sources): string[] {
  const importers = readImporters(sources)
  const near = new Set(changed)
  const folders = new Set(changed.filter((path) => sources.has(path)).map((path) => dirname(path)))
  const found = [...sources.keys()].filter((path) => folders.has(dirname(path)))

  let outer = changed
  for (let distance = 0; distance < MAX_DISTANCE; distance += 1) {
    outer = outer.flatMap((path) => importers.get(path) ?? []).filter((path) => !near.has(path))
    for (const path of outer) {
      near.add(path)
    }
  }
  return [...new Set([...changed, ...found, ...near])].filter((path) => sources.has(path) && isTest(path))
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
