import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as buildWithVite } from 'vite'
import { bundleServer } from '../bundle-server.ts'
import { type Chunks, findChunkCycle } from './chunk-cycle.ts'

const compressible = /\.(js|css|html|svg|json|txt|map)$/
const parts = { client: buildClient, server: buildServer }

const [requestedPart] = process.argv.slice(2)
for (const [name, build] of Object.entries(parts)) {
  if (!requestedPart || requestedPart === name) {
    await build()
  }
}

async function buildClient() {
  // The first one empties the folder.
  for (const name of ['vite', 'vite.chatbot', 'vite.embed']) {
    await buildWithVite({ configFile: `client/${name}.config.ts`, logLevel: 'warn' })
  }
  rejectChunkCycles('dist/client/.vite/manifest.json')
  compress('dist/client')
}

function buildServer() {
  // Chunks of an earlier build have other names, and would be packed too.
  rmSync('dist/server', { recursive: true, force: true })
  return bundleServer('dist/server')
}

function rejectChunkCycles(manifest: string) {
  const cycle = findChunkCycle(JSON.parse(readFileSync(manifest, 'utf8')) as Chunks)
  if (cycle) {
    throw new Error(
      `Chunks import each other (see chunkGroups in client/vite.config.ts): ${cycle.join(' → ')}`,
    )
  }
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
