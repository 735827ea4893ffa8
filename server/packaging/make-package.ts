import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listProgramFiles } from '../binary/program-files.ts'

type Manifest = {
  name: string
  version: string
  description: string
  dependencies: Record<string, string>
}

/** With code of its own for each platform: installed by npm, which chooses the right one. */
const nativePackages = ['better-sqlite3', 'sqlite-vec']
const launcher = 'server/packaging/flowtill.mjs'
const settings = 'server/process-settings.mjs'

/**
 * Writes the folder of the npm package: the built product, its launcher and a manifest. Files that the product takes
 * from packages go along inside, so that npm installs nothing but native code.
 */
export function makePackage(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  const files = listProgramFiles().filter((path) => !path.endsWith('package.json'))
  for (const path of files) {
    copy(path, join(folder, path))
  }
  copy(launcher, join(folder, 'flowtill.mjs'))
  copy(settings, join(folder, 'process-settings.mjs'))
  const manifest = createManifest(JSON.parse(readFileSync('package.json', 'utf8')), carriedPackages(files))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of manifest.bundleDependencies) {
    const own = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'))
    // Without its dependencies: nothing but the carried files is used.
    const { version, exports } = own
    writeFileSync(
      join(folder, 'node_modules', name, 'package.json'),
      JSON.stringify({ name, version, exports }),
    )
  }
}

export function createManifest({ name, version, description, dependencies }: Manifest, carried: string[]) {
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((each) => [each, dependencies[each] ?? reject(each)]))
  return {
    ...{ name, version, description },
    type: 'module',
    bin: { flowtill: 'flowtill.mjs' },
    engines: { node: '>=24.7' },
    dependencies: pick([...nativePackages, ...carried]),
    bundleDependencies: carried,
  }
}

function carriedPackages(files: readonly string[]): string[] {
  const names = files.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))]
}

function reject(name: string): never {
  throw new Error(`${name} is not among the dependencies in package.json.`)
}

function copy(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}
