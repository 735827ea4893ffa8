import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { subsetFonts } from './subset-fonts.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const server = 'http://localhost:3000'

const icons = /lucide-react[\\/]dist[\\/]esm[\\/]icons/
/** Parts that several screens share: our own components, Joy's and what they need. */
const shared = /client[\\/](components|texts|api|app)[\\/]|node_modules[\\/](@mui|@popperjs|clsx)[\\/]/
/** Screens with forms need schemas; a canvas opens without. */
const schemas = /node_modules[\\/]zod[\\/]/

/**
 * What is needed together comes in one file: left alone, every set of screens that share something is a file, hundreds of
 * them with a list of what each needs, and a small file compresses badly.
 */
const together = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'sentences', test: /client[\\/]texts[\\/]use-sentence/, priority: 2 },
  { name: 'icons', test: icons, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_500 },
  { name: 'schemas', test: schemas, priority: 2 },
  // Small and widely shared: one file for all screens behind the sign-in.
  { name: 'common', test: shared, minShareCount: 8, maxModuleSize: 4_000 },
]

export default defineConfig({
  root: folder,
  plugins: [react(), subsetFonts()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Our own files are served compressed; the report of plain sizes would only cost time.
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // Making a schema changes nothing elsewhere: one that a screen does not use need not come with its file.
        manualPureFunctions: ['z'],
        moduleSideEffects: [
          // Emotion brings it for `withTheme`, which nobody calls; it does not say itself that it only declares.
          { test: /hoist-non-react-statics/, sideEffects: false },
          { test: /[\\/]shared[\\/][\w-]+\.ts$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: { groups: together },
        // The names of icons that are shared would be those of all who share them, in every list of files.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
      },
    },
  },
  server: {
    port: 5173,
    // Plain keys are prefixes and `/trpc` would swallow a file of that name.
    proxy: { '^/trpc/': server, '^/api/': { target: server, ws: true } },
  },
})
