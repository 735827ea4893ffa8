import { type BuildOptions, build as bundle, type Plugin } from 'esbuild'
import { builtinModules } from './builtin-modules.ts'
import { lazyPackages } from './lazy-packages.ts'

const LINE_CHARACTERS = 160

/** A single bundle starts faster than hundreds of files with types to strip. Lazy imports remain separate chunks. */
export async function bundleServer(
  outdir: string,
  entry = 'server/main.ts',
  plugins: Plugin[] = [],
  settings: Pick<BuildOptions, 'packages'> = {},
) {
  return await bundle({
    ...settings,
    entryPoints: { main: entry },
    plugins: [builtinModules, lazyPackages, ...plugins],
    metafile: true,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node26',
    format: 'esm',
    // better-sqlite3 loads its native addon from its own folder; `pg-native` is an optional dependency of pg that
    // is not used.
    external: ['better-sqlite3', 'pg-native'],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    // Short lines keep the places in stack traces apart.
    ...{ minifySyntax: true, minifyWhitespace: true, lineLimit: LINE_CHARACTERS },
    legalComments: 'none',
    logLevel: 'warning',
  })
}
