import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { subsetFonts } from './subset-fonts.ts'
import { treeshake, visitorAlias } from './vite.config.ts'

/** The page of a visitor's chat. A build of its own, so that no chunk is shared with the builder's pages. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [subsetFonts()],
  publicDir: false,
  resolve: { alias: visitorAlias },
  define: { 'import.meta.env.WIDGET': 'false' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: fileURLToPath(new URL('chatbot.html', import.meta.url)), treeshake },
  },
})
