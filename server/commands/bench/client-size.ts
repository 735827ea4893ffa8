import { readFileSync, statSync } from 'node:fs'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }

/** What a browser has to fetch before somebody can sign in, and before he can draw: with English, and with the chat. */
export const screens = {
  login: ['index', 'login-screen', 'en-doors'],
  canvas: ['index', 'overlays', 'canvas-page', 'chat-panel', 'en-canvas'],
}

/** Bytes of these files of the built client and of all they import at once, as the server sends them with gzip. */
export function gzipSize(names: readonly string[], built = 'dist/client'): number {
  const manifest = JSON.parse(readFileSync(`${built}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) {
      return
    }
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) {
      files.add(file)
    }
    chunk.imports?.forEach(visit)
  }
  for (const name of names) {
    const [key, ...others] = Object.keys(manifest).filter((each) => manifest[each]?.name === name)
    if (!key || others.length > 0) {
      throw new Error(`The built client has not one file called ${name}, but ${key ? 'several' : 'none'}.`)
    }
    visit(key)
  }
  return [...files].reduce((sum, file) => sum + statSync(`${built}/${file}.gz`).size, 0)
}
