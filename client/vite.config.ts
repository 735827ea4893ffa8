import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const room = fileURLToPath(new URL('.', import.meta.url))
const server = 'http://localhost:3000'

export default defineConfig({
  root: room,
  plugins: [react()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Our own files are served compressed; the report of plain sizes would only cost time.
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Making a schema changes nothing elsewhere: one that a screen does not use need not come with its file.
      treeshake: { manualPureFunctions: ['z'] },
    },
  },
  server: {
    port: 5173,
    // Plain keys are prefixes and `/trpc` would swallow a file of that name.
    proxy: { '^/trpc/': server, '^/api/': { target: server, ws: true } },
  },
})
