import { globSync } from 'node:fs'
import { join } from 'node:path'

/** What the built product reads at run time, from the folder of the sources. All but packages with native code. */
const ownPatterns = [
  'dist/{client,server}/**/*',
  'drizzle/*/*.sql',
  'drizzle/*/meta/_journal.json',
  'server/features/templates/shipped/*.json',
  '.env.example',
  'package.json',
]

/** Files that are found in their packages at run time, because a bundle cannot hold them. */
const packagePatterns = [
  '@jitl/quickjs-wasmfile-release-sync/{package.json,dist/emscripten-module.wasm}',
  '@fontsource-variable/ibm-plex-sans/{package.json,files/ibm-plex-sans-latin{,-ext}-wght-normal.woff2}',
  '@fontsource/ibm-plex-mono/{package.json,files/ibm-plex-mono-latin-{400,500}-normal.woff2}',
]

/** Paths with `/`, sorted. */
export function listProgramFiles(): string[] {
  return listFiles([...ownPatterns, ...packagePatterns.map((pattern) => `node_modules/${pattern}`)])
}

export function listFiles(patterns: readonly string[]): string[] {
  return globSync(patterns, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .toSorted()
}
