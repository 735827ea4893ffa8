import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { builtinModules } from './builtin-modules.ts'

const program = `
import http, { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const names = [createServer === http.createServer, typeof readFileSync]
console.log(JSON.stringify({ names, loaded: process.moduleLoadList.filter((name) => name.includes('undici')) }))
`

async function run(plugins: (typeof builtinModules)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const outfile = join(folder, 'main.mjs')
  await build({
    stdin: { contents: program, loader: 'ts' },
    ...{ outfile, plugins, bundle: true, platform: 'node', format: 'esm' },
  })
  return JSON.parse(execFileSync(process.execPath, [outfile], { encoding: 'utf8' }))
}

test('a bundle imports node:http without the HTTP client that Node loads on first use', async () => {
  const names = [true, 'function']
  expect(await run([builtinModules])).toEqual({ names, loaded: [] })
  // What the plugin is for: once Node does so itself, it can go.
  expect(await run([])).toEqual({ names, loaded: [expect.stringContaining('undici')] })
})
