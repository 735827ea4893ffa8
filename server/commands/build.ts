import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as buildWithVite } from 'vite'
import { bundleServer } from '../bundle-server.ts'

const compressible = /\.(js|css|html|svg|json|txt|map)$/
const parts = { client: buildClient, server: () => bundleServer('dist/server') }

const [requestedPart] = process.argv.slice(2)
for (const [name, build] of Object.entries(parts)) {
  if (!requestedPart || requestedPart === name) {
    await build()
  }
}

async function buildClient() {
  await buildWithVite({ configFile: 'client/vite.config.ts', logLevel: 'warn' })
  compress('dist/client')
}

/** Compressed once at the highest level instead of per request. */
function compress(folder: string) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (compressible.test(name)) {
      const path = join(folder, name)
      const content = readFileSync(path)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  }
}
