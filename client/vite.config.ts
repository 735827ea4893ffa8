import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { subsetFonts } from './subset-fonts.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const server = 'http://localhost:3000'

const icons = /lucide-react[\\/]dist[\\/]esm[\\/]icons/
const shared = /client[\\/](components|texts|api|app)[\\/]|node_modules[\\/](@mui|@popperjs|clsx)[\\/]/
const graph = /canvas[\\/](graph|store)[\\/]/
/** Forms need schemas; the canvas opens without them. */
const schemas = /node_modules[\\/]zod[\\/]/

/**
 * Groups code that loads together: by default every set of screens with shared code becomes a chunk, which yields
 * hundreds of small files that compress badly.
 */
const chunkGroups = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'sentences', test: /client[\\/]texts[\\/]use-sentence/, priority: 2 },
  { name: 'icons', test: icons, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
  // Not merged: a chunk of modules of the same screens never imports one that imports it, but a merged one may.
  { name: 'graph', test: graph, minShareCount: 2, entriesAware: true },
  { name: 'schemas', test: schemas, priority: 2 },
  // Small modules shared by many screens: one chunk for everything behind the sign-in.
  { name: 'common', test: shared, minShareCount: 11, maxModuleSize: 1_500 },
]

/** Of the chat of visitors, whose script every page with the widget loads. */
export const visitorAlias = {
  'micromark-util-html-tag-name': fileURLToPath(new URL('chatbot/no-html-names.ts', import.meta.url)),
}

export const treeshake = {
  // Schema construction is pure, so unused schemas can be removed.
  manualPureFunctions: ['z'],
  moduleSideEffects: [
    // Emotion imports it only for the unused `withTheme`; the package does not declare itself side-effect
    // free.
    { test: /hoist-non-react-statics/, sideEffects: false },
    { test: /[\\/]shared[\\/][\w-]+\.ts$/, sideEffects: false },
    // The public files of the canvas's modules: what is imported through one does not bring the rest along.
    { test: /[\\/]canvas[\\/](\w+)[\\/]\1\.ts$/, sideEffects: false },
  ],
}

export default defineConfig({
  root: folder,
  plugins: [react(), subsetFonts()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Files are served compressed, and measuring them takes time.
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake,
      output: {
        codeSplitting: { groups: chunkGroups },
        // The name of a shared icon chunk would list all modules that share it. The start lists the names of all files,
        // and hashes cannot be compressed.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    port: 5173,
    // A regular expression, because plain keys are prefixes and `/trpc` would also match a file of that name.
    proxy: { '^/(trpc|chatbot)/': server, '^/api/': { target: server, ws: true } },
  },
})
