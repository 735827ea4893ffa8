import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listProgramFiles } from '../binary/program-files.ts'
import { createManifest } from './make-package.ts'

const own = JSON.parse(readFileSync('package.json', 'utf8'))

test('npm installs native packages only; the others go along in the package', () => {
  const manifest = createManifest(own, ['@fontsource/ibm-plex-mono'])

  expect(manifest).toMatchObject({
    name: 'flowtill',
    version: own.version,
    bin: { flowtill: 'flowtill.mjs' },
    bundleDependencies: ['@fontsource/ibm-plex-mono'],
  })
  const installed = Object.keys(manifest.dependencies).filter(
    (name) => !manifest.bundleDependencies.includes(name),
  )
  expect(installed).toEqual(['better-sqlite3', 'sqlite-vec'])
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    expect(version, name).toBe(own.dependencies[name])
  }
})

test('a package that is not a dependency cannot go along', () => {
  expect(() => createManifest(own, ['left-pad'])).toThrow('left-pad is not among the dependencies')
})

test('the program has what the bundle looks up by path', () => {
  const files = listProgramFiles()
  for (const path of [
    'drizzle/sqlite/meta/_journal.json',
    'drizzle/postgres/meta/_journal.json',
    'server/features/templates/shipped/01-help-desk.json',
    'node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm',
    '.env.example',
  ]) {
    expect(files, path).toContain(path)
  }
  const fonts = readFileSync('server/sandbox/paytr/static-files.ts', 'utf8').match(/@fontsource[^']+woff2/g)
  expect(fonts).toHaveLength(4)
  for (const font of fonts ?? []) {
    expect(files, font).toContain(`node_modules/${font}`)
  }
  // What tells an installed program from the folder of the sources.
  expect(files).not.toContain('server/main.ts')
  expect(files.every((path) => existsSync(path))).toBe(true)
})
