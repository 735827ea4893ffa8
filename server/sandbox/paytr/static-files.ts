import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { runCardPage } from './page-script.ts'
import { pageStyle } from './page-style.ts'

const packages = createRequire(import.meta.url)
const fonts = {
  'plex-latin.woff2': '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2',
  'plex-latin-ext.woff2':
    '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-ext-wght-normal.woff2',
  'plex-mono-400.woff2': '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
  'plex-mono-500.woff2': '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-500-normal.woff2',
}

/** Static files, since the card page's CSP forbids inline scripts. */
export function mountStaticFiles(app: FastifyInstance) {
  const script = `;(${runCardPage.toString()})()\n`
  app.get('/static/page.css', (_, reply) => reply.type('text/css; charset=utf-8').send(pageStyle))
  app.get('/static/page.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  for (const [name, file] of Object.entries(fonts)) {
    app.get(`/static/${name}`, (_, reply) => {
      const bytes = readFont(file)
      return bytes
        ? reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(bytes)
        : reply.code(404).send()
    })
  }
}

/** Undefined where the font packages are not installed; the page then uses system fonts. */
function readFont(file: string) {
  try {
    return readFileSync(packages.resolve(file))
  } catch {
    return undefined
  }
}
