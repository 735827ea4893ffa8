import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildUpsertSnippet, snippetLanguages } from './upsert-snippet.ts'

const request = {
  url: 'http://localhost/api/v1/document-store/upsert/1',
  file: "year's report.pdf",
  fields: { docId: 'd1', replaceExisting: true, metadata: { season: 'autumn' }, splitter: { name: 'x' } },
}

test.each(snippetLanguages)('%s names the file first and at most four fields', (language) => {
  const code = buildUpsertSnippet(language, request)

  const places = ['files', 'docId', 'replaceExisting', 'metadata'].map((name) => code.indexOf(name))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(code).not.toContain('splitter')
})

test('without a file the fields are JSON', async () => {
  const fetched = vi.fn(async (_url: string, _init: { body: string }) => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { file: _, ...json } = request

  await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(buildUpsertSnippet('javascript', json))}`
  )

  const [url, { body } = { body: '' }] = fetched.mock.calls[0] ?? []
  expect(url).toBe(request.url)
  expect(JSON.parse(body)).toEqual(request.fields)
})

test('a shell reads back every value as one word', () => {
  const code = buildUpsertSnippet('curl', request).replace('curl', 'printf "%s\\n"')

  expect(execFileSync('sh', ['-c', code], { encoding: 'utf8' })).toContain(
    `files=@"year's report.pdf"\n--form-string\ndocId=d1\n`,
  )
})
