import { readFileSync, statSync } from 'node:fs'

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** Bytes a browser fetches for these entries with all they import at once, as the server sends them with gzip. */
export function gzipSize(entries: string[]): number {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Manifest
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
  for (const entry of entries) {
    const key = Object.keys(manifest).find((name) => name.endsWith(entry))
    if (!key) {
      throw new Error(`The built client has no ${entry}.`)
    }
    visit(key)
  }
  return [...files].reduce((sum, file) => sum + statSync(`dist/client/${file}.gz`).size, 0)
}
