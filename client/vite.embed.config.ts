import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { treeshake, visitorAlias } from './vite.config.ts'

/** The widget for other websites: one script without imports, at `/embed.js`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  resolve: { alias: visitorAlias },
  define: { 'import.meta.env.WIDGET': 'true' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    lib: {
      entry: fileURLToPath(new URL('chatbot/embed/embed.ts', import.meta.url)),
      formats: ['iife'],
      name: 'flowtillEmbed',
      fileName: () => 'embed.js',
    },
    rolldownOptions: { treeshake },
  },
})
