import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Metafile, Plugin } from 'esbuild'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bundleServer } from '#server/bundle-server.ts'
import type { CorpusResult } from '#server/upstream/testing/run-corpus.ts'
import { missingFieldOf } from '#server/upstream/testing/run-corpus-flow.ts'
import { listFlowFiles } from '../flow-corpus.ts'
import type { Difference, Pair } from './compare-exports.ts'

// Users run the bundle; every other test runs the sources.

function aFolder() {
  // Inside the project, where the program looks for its files.
  mkdirSync('dist', { recursive: true })
  return mkdtempSync('dist/bundle-')
}

async function runNode<Result>(script: string, value: unknown): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(value)], {
    maxBuffer: 50_000_000,
  })
  return JSON.parse(stdout)
}

function listLazyImports({ inputs, outputs }: Metafile): Pair[] {
  const chunks = new Map(
    Object.entries(outputs).flatMap(([file, { entryPoint }]) => (entryPoint ? [[entryPoint, file]] : [])),
  )
  const targets = new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.flatMap(({ kind, path, external }) => (kind === 'dynamic-import' && !external ? [path] : [])),
    ),
  )
  return [...targets].map((path) => ({
    source: pathToFileURL(resolve(path.replace(/^lazy-package:/, ''))).href,
    chunk: pathToFileURL(resolve(chunks.get(path) ?? `no chunk for ${path}`)).href,
  }))
}

test('every lazy import has the same exports in the bundle as in the sources', async () => {
  const folder = aFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { metafile } = await bundleServer(folder)
  const imports = listLazyImports(metafile)

  const differences = await runNode<Difference[]>('server/testing/bundle/compare-exports.ts', imports)

  expect(imports.length).toBeGreaterThan(40)
  expect(imports.map(({ source }) => basename(source))).toEqual(
    expect.arrayContaining(['document-pool.ts', 'import-worker.ts', 'script-thread.ts', 'serve.ts']),
  )
  expect(differences).toEqual([])
})

describe('the bundle runs', () => {
  const flows = listFlowFiles().filter(({ file }) => missingFieldOf(file).length === 0)
  let results: CorpusResult[] = []
  beforeAll(async () => {
    const folder = aFolder()
    try {
      await bundleServer(folder, 'server/upstream/testing/run-corpus.ts', [withoutVitest])
      results = await runNode(join(folder, 'main.mjs'), flows)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.for(flows)('$name', ({ name }) => {
    expect(results.find((each) => each.name === name)).toEqual({
      name,
      answer: expect.anything(),
      isComplete: true,
    })
  })
})

const withoutVitest: Plugin = {
  name: 'without-vitest',
  setup(build) {
    build.onResolve({ filter: /^vitest$/ }, () => ({
      path: resolve('server/testing/bundle/outside-vitest.ts'),
    }))
  },
}
