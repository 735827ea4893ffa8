import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { aDemoFlow } from '../demo-flow.ts'
import { createTestApp } from '../test-app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

const compilerOptions = {
  target: 'ES2024',
  module: 'preserve',
  lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ['node'],
}

async function openFolder() {
  const server = await createTestApp({ listen: true })
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { body } = await server.app.inject('/api/v1/openapi.json')
  writeFileSync(join(folder, 'openapi.json'), body)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  copyFileSync(join(import.meta.dirname, 'program.ts'), join(folder, 'program.ts'))
  const script = join(import.meta.dirname, 'write-types.mjs')
  await run(process.execPath, [script, join(folder, 'openapi.json'), join(folder, 'openapi.ts')])
  return { ...server, folder }
}

test('a client typed by the document calls, streams, lists and creates', async () => {
  const { url, signUp, folder } = await openFolder()
  const { token } = await signUp('root')

  const { stdout } = await run(process.execPath, [join(folder, 'program.ts'), url, token, aDemoFlow()])

  expect(JSON.parse(stdout)).toEqual({
    names: ['Made by a typed client'],
    text: expect.stringMatching(/\w/),
    streamed: expect.stringMatching(/\w/),
    last: 'end',
    missing: 'NOT_FOUND',
  })
})

test('a typed client compiles strictly, and code that does not match the document does not', async () => {
  const { folder } = await openFolder()
  const program = readFileSync(join(folder, 'program.ts'), 'utf8')
  const mistakes = {
    'request-field.ts': ["body: { question: 'Hello' }", 'body: { question: 1 }'],
    'response-field.ts': ['requested.data.text', 'requested.data.answer'],
    'event.ts': ["event.event === 'token'", "event.event === 'tokens'"],
    'path.ts': ["'/prediction/{id}'", "'/predictions/{id}'"],
    'parameter.ts': ['page: 1', "page: 'first'"],
  } as const
  for (const [name, [right, wrong]] of Object.entries(mistakes)) {
    expect(program).toContain(right)
    writeFileSync(join(folder, name), program.replace(right, wrong))
  }

  const errors = await run(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    folder,
  ]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )

  expect(errors).not.toMatch(/(openapi|program)\.ts/)
  for (const name of Object.keys(mistakes)) {
    expect(errors).toContain(`${name}(`)
  }
})
