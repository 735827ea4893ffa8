import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildBinary } from '#server/binary/build-binary.ts'
import { exerciseProgramFiles, signUpAndAsk } from '#server/testing/binary/exercise-program.ts'
import { readAddress } from './start-product.ts'

async function build() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-binary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { platform, arch, execPath: node } = process
  const output = join(folder, 'flowtill')
  await buildBinary({ platform, arch, node, output, isQuick: true })
  // No search path, no home: nothing of this machine but the file.
  const env = { FLOWTILL_CACHE: join(folder, 'cache'), DATA_DIR: join(folder, 'data'), PORT: '0' }
  const options = { env, cwd: folder, encoding: 'utf8' } as const
  const run = (...words: string[]) => execFileSync(output, words, options)
  async function start() {
    const server = spawn(output, { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void server.kill('SIGKILL'))
    const url = await readAddress(server.stdout)
    return { url, stop: () => Promise.all([once(server, 'exit'), server.kill('SIGTERM')]) }
  }
  return { run, start, cache: env.FLOWTILL_CACHE }
}

test('the single executable does what an installation does, and unpacks itself once', async () => {
  const { run, start, cache } = await build()
  expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(run('settings')).toContain('\nPORT=3000\n')
  const [program = '', ...more] = readdirSync(cache)
  expect(more).toEqual([])
  const first = statSync(join(cache, program)).birthtimeMs

  const { url, stop } = await start()
  const { token, flowId } = await signUpAndAsk(url)
  await exerciseProgramFiles(url, token, flowId)
  expect(() => run('backup')).toThrow('flowtill backup /somewhere/flowtill.db')
  await stop()

  run('check-ledger')
  expect(readdirSync(cache)).toEqual([program])
  expect(statSync(join(cache, program)).birthtimeMs).toBe(first)
})
