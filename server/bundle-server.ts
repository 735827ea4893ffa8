import { type BuildOptions, build as bundle, type Plugin } from 'esbuild'
import { lazyPackages } from './lazy-packages.ts'

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
    plugins: [lazyPackages, ...plugins],
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
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
}
