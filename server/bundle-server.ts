import { build as bundle, type Plugin } from 'esbuild'
import { lazyPackages } from './lazy-packages.ts'

/** One file to read instead of hundreds, and no types to strip at the start. What is imported lazily stays a chunk of its own. */
export async function bundleServer(outdir: string, entry = 'server/main.ts', plugins: Plugin[] = []) {
  return await bundle({
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
    // Its addon is found beside it. `pg-native` is an option of pg's that we do not take.
    external: ['better-sqlite3', 'pg-native'],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
}
