import { describe, expect, test } from 'vitest'
import type { AnyCall } from '#server/engine/define-node.ts'
import type { DocumentSource } from '#server/engine/handles.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { makeDocx, makeEpub, makePdf, makePptx, makeXlsx } from '#server/testing/documents/make-documents.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { createRunCode } from '#server/upstream/scripts/run-code.ts'
import { openFake } from '#server/upstream/vector-stores/testing/fakes.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'

const book = [
  { path: 'a.xhtml', title: 'A', body: '<p>One.</p>' },
  { path: 'b.xhtml', title: 'B', body: '<p>Two.</p>' },
]
const splitter = { key: 'by line', split: (text: string) => text.split('\n') }

describe('file loaders', () => {
  test.each<[string, object, () => Uint8Array | Promise<Uint8Array>, string[]]>([
    ['textFile', { txtFile: ['a.txt'] }, () => Buffer.from('Müze\nopens'), ['Müze\nopens']],
    ['pdfFile', { pdfFile: ['a.pdf'], usage: 'perPage' }, () => makePdf('One.', 'Two.'), ['One.', 'Two.']],
    ['pdfFile', { pdfFile: ['a.pdf'], usage: 'perFile' }, () => makePdf('One.', 'Two.'), ['One.\n\nTwo.']],
    ['docxFile', { docxFile: ['a.docx'] }, () => makeDocx('Hello'), ['Hello']],
    ['epubFile', { epubFile: ['a.epub'], usage: 'perChapter' }, () => makeEpub(book), ['One.', 'Two.']],
    ['epubFile', { epubFile: ['a.epub'], usage: 'perFile' }, () => makeEpub(book), ['One.\n\nTwo.']],
    ['fileLoader', { file: ['a.epub'] }, () => makeEpub(book), ['One.', 'Two.']],
    ['microsoftWord', { docxFile: ['a.docx'] }, () => makeDocx('Hello'), ['Hello']],
    [
      'microsoftExcel',
      { excelFile: ['a.xlsx'] },
      () => makeXlsx({ Menu: [['Dish'], ['Soup']] }),
      ['Dish: Soup'],
    ],
    ['microsoftPowerpoint', { powerpointFile: ['a.pptx'] }, () => makePptx('One', 'Two'), ['One', 'Two']],
    ['csvFile', { csvFile: ['a.csv'] }, () => Buffer.from('a,b\n1,2'), ['a: 1\nb: 2']],
    ['csvFile', { csvFile: ['a.csv'], columnName: 'b' }, () => Buffer.from('a,b\n1,2'), ['2']],
    ['jsonFile', { jsonFile: ['a.json'], pointersName: '/t' }, () => Buffer.from('{"t":"x","u":"y"}'), ['x']],
    [
      'jsonlinesFile',
      { jsonlinesFile: ['a.jsonl'], pointerName: '/t' },
      () => Buffer.from('{"t":"x"}'),
      ['x'],
    ],
    ['fileLoader', { file: ['a.docx'] }, () => makeDocx('Hello'), ['Hello']],
    ['fileLoader', { file: ['a.md'] }, () => Buffer.from('# Hi'), ['# Hi']],
  ])('%s %j', async (name, inputs, make, texts) => {
    const { files, world } = await openLibrary()
    const [stored] = Object.values(inputs) as [[string]]
    await files.put('flow', stored[0], await make())

    const documents = await (await open(name, inputs, world)).load()

    expect(documents.map(({ pageContent }) => pageContent)).toEqual(texts)
    expect(documents.every(({ metadata }) => metadata.source === stored[0])).toBe(true)
  })

  test('the key of a source changes with its file, its splitter and its metadata, and with nothing else', async () => {
    const { files, world } = await openLibrary()
    await files.put('flow', 'a.txt', Buffer.from('one'))
    const keyOf = async (inputs: object = {}) =>
      (await open('textFile', { txtFile: ['a.txt'], ...inputs }, world)).key

    const first = await keyOf()
    const others = [await keyOf({ textSplitter: splitter }), await keyOf({ metadata: { a: 1 } })]
    const again = await keyOf()
    await files.removeAll('flow')
    await files.put('flow', 'a.txt', Buffer.from('other'))

    expect(again).toBe(first)
    expect(new Set([first, ...others, await keyOf()]).size).toBe(4)
  })

  test('chunks carry the metadata of their document, without the omitted keys, and the metadata of the node', async () => {
    const { files, world } = await openLibrary()
    await files.put('flow', 'a.pdf', makePdf('One.'))
    const load = async (inputs: object) =>
      (await (await open('pdfFile', { pdfFile: ['a.pdf'], usage: 'perPage', ...inputs }, world)).load())[0]
        ?.metadata

    expect(await load({ metadata: { kind: 'menu' }, omitMetadataKeys: 'pdf, loc.pageNumber' })).toEqual({
      source: 'a.pdf',
      loc: {},
      kind: 'menu',
    })
    expect(await load({ metadata: { kind: 'menu' }, omitMetadataKeys: '*' })).toEqual({ kind: 'menu' })
  })

  test('chunks of a PDF read as one document know their page, and chunks of Markdown their heading', async () => {
    const { files, world } = await openLibrary()
    await files.put('flow', 'a.pdf', makePdf('One.', 'Two.', 'Three.'))
    await files.put('flow', 'a.md', Buffer.from('# Museum\nBig.\n## Hours\nTen.'))
    const byLine = { ...splitter, split: (text: string) => text.split(/\n+/) }
    const load = async (name: string, inputs: object) =>
      (await open(name, { ...inputs, textSplitter: byLine }, world)).load()

    const pages = await load('pdfFile', { pdfFile: ['a.pdf'], usage: 'perFile' })
    const sections = await load('textFile', { txtFile: ['a.md'] })

    expect(pages.map(({ pageContent, metadata }) => [pageContent, metadata])).toEqual(
      ['One.', 'Two.', 'Three.'].map((text, index) => [
        text,
        { source: 'a.pdf', pdf: { totalPages: 3 }, loc: { pageNumber: index + 1 } },
      ]),
    )
    expect(sections.map(({ pageContent, metadata }) => [pageContent, metadata.heading])).toEqual([
      ['# Museum', 'Museum'],
      ['Big.', 'Museum'],
      ['## Hours', 'Museum > Hours'],
      ['Ten.', 'Museum > Hours'],
    ])
  })

  test('an error names the loader', async () => {
    const { files, world } = await openLibrary()
    await files.put('flow', 'a.pdf', Buffer.from('no pdf'))
    const source = await open('pdfFile', { pdfFile: ['a.pdf'], usage: 'perPage' }, world)

    await expect(source.load()).rejects.toThrow('Loader: a.pdf is damaged or not a PDF.')
    await files.put('flow', 'empty.txt', Buffer.of())
    await expect((await open('textFile', { txtFile: ['empty.txt'] }, world)).load()).rejects.toThrow(
      'Loader: empty.txt is empty. Add a file with text.',
    )
    await expect(open('textFile', { txtFile: ['gone.txt'] }, world)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(
      open('fileLoader', { file: ['data:application/msword;base64,AAAA,filename:a.doc'] }, world),
    ).rejects.toThrow('Save it as .docx')
  })

  test('no folder of the server is readable', async () => {
    const { world } = await openLibrary()

    await expect(open('folderFiles', { folderPath: '/etc' }, world)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})

describe('web pages', () => {
  const site: Record<string, string> = {
    '/': '<title>Home</title><nav><a href="/hours#top">Hours</a><a href="http://elsewhere.example/">x</a><a href="/logo.png">l</a></nav>',
    '/hours':
      '<title>Hours</title><main>Open at <b>ten</b>.</main><p>Foot</p><a href="/">Home</a><a href="/gone">gone</a><a href="/cafe">c</a>',
    '/cafe': '<main>Tea and simit.</main>',
    '/sitemap.xml': '<sitemapindex><sitemap><loc>HOST/pages.xml</loc></sitemap></sitemapindex>',
    '/pages.xml':
      '<urlset><url><loc>HOST/hours</loc></url><url><loc><![CDATA[HOST/cafe]]></loc></url></urlset>',
  }

  test('follow their links, within the site and the limit', async () => {
    const { load, requested, origin } = await aSite()

    const documents = await load({ url: '/', relativeLinksMethod: 'webCrawl', limit: 3, selector: 'main' })

    expect(documents.map(({ pageContent }) => pageContent)).toEqual(['', 'Open at ten.', 'Tea and simit.'])
    expect(documents[1]?.metadata).toEqual({ source: expect.stringMatching(/\/hours$/), title: 'Hours' })
    expect(requested()).not.toContain('/logo.png')
    expect(await load({ url: '/', relativeLinksMethod: 'webCrawl', limit: 2 })).toHaveLength(2)
    const selectedLinks = [`${origin}/hours`, `${origin}/gone`]
    const chosen = await load({ url: '/', relativeLinksMethod: 'webCrawl', limit: 9, selectedLinks })
    expect(chosen.map(({ metadata }) => metadata.source)).toEqual([`${origin}/hours`])
  })

  test('a site of nothing but dead links is abandoned', async () => {
    const links = Array.from({ length: 2_000 }, (_, place) => `<a href="/dead/${place}">x</a>`)
    const { load, requested } = await aSite({ '/': links.join('') })

    expect(await load({ url: '/', relativeLinksMethod: 'webCrawl', limit: 5 })).toHaveLength(1)
    expect(requested().length).toBeLessThan(220)
  })

  test('are found in a sitemap of sitemaps', async () => {
    const { load } = await aSite()

    const documents = await load({
      url: '/sitemap.xml',
      relativeLinksMethod: 'scrapeXMLSitemap',
      limit: 10,
      selector: 'main',
    })

    expect(documents.map(({ pageContent }) => pageContent)).toEqual(['Open at ten.', 'Tea and simit.'])
  })

  test('that cannot be read are reported if they were requested directly', async () => {
    const { load } = await aSite()

    await expect(load({ url: '/gone' })).rejects.toThrow(/Loader: .*\/gone answered 404/)
    await expect(load({ url: 'file:///etc/passwd', isAbsolute: true })).rejects.toThrow(
      'is not the address of a web page',
    )
    await expect(load({ url: 'http://169.254.169.254/', isAbsolute: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  async function aSite(pages = site) {
    const fake = await openFake(({ path }) => {
      const page = pages[path]?.replaceAll('HOST', fake.origin)
      return page === undefined ? { status: 404, body: 'gone' } : { body: page }
    })
    const { world, fetch } = await openLibrary({ site: fake.origin })
    const load = async ({
      url,
      isAbsolute = false,
      ...inputs
    }: {
      url: string
      isAbsolute?: boolean
      [input: string]: unknown
    }) => {
      const settings = { url: isAbsolute ? url : fake.origin + url, ...inputs }
      return (
        await open('cheerioWebScraper', settings, { ...world, fetch: isAbsolute ? guarded(fetch) : fetch })
      ).load()
    }
    return { load, origin: fake.origin, requested: () => fake.requested.map(({ path }) => path) }
  }
})

/** The test library sends unknown hosts to the sandbox; link-local addresses must reach the guard instead. */
function guarded(fetch: AnyCall['ports']['fetch']): AnyCall['ports']['fetch'] {
  return async (input, init) => {
    const { createGuardedFetch } = await import('#server/upstream/guarded-fetch.ts')
    return String(input).includes('169.254')
      ? createGuardedFetch({ allow: [], own: () => undefined })(input, init)
      : fetch(input, init)
  }
}

test('apiLoader reads the response of an address', async () => {
  const fake = await openFake(() => ({ body: { rows: [1] } }))
  const { world, fetch } = await openLibrary({ api: fake.origin })
  const inputs = { method: 'POST', url: `${fake.origin}/x`, headers: { 'x-key': 'k' }, body: { q: 1 } }

  const [document] = await (await open('apiLoader', inputs, { ...world, fetch })).load()

  expect(document?.pageContent).toBe('{\n  "rows": [\n    1\n  ]\n}')
  expect(fake.requested).toMatchObject([{ method: 'POST', headers: { 'x-key': 'k' }, body: { q: 1 } }])
})

test('S3 reads an object with a signed request', async () => {
  const fake = await openFake(() => ({ body: 'Müze' }))
  const { world, fetch } = await openLibrary({ 'museum.s3.eu-west-1.amazonaws.com': fake.origin })
  const inputs = { bucketName: 'museum', keyName: 'a b/menu.txt', region: 'eu-west-1' }
  const credential = { awsKey: 'AKIA', awsSecret: 'secret', awsSession: undefined }

  const [document] = await (await open('S3', inputs, { ...world, fetch }, credential)).load()

  expect(document).toEqual({ pageContent: 'Müze', metadata: { source: 's3://museum/a b/menu.txt' } })
  expect(fake.requested).toMatchObject([
    {
      path: '/a%20b/menu.txt',
      headers: {
        authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-west-1\/s3\//),
      },
    },
  ])
})

test('github sends no shared token to an installation of the author', async () => {
  const call = {
    ...aSurrounding({}, 'Loader'),
    isShared: true,
    inputs: {
      repoLink: 'https://github.com/a/b',
      branch: 'main',
      githubInstanceApi: 'https://thief.example',
    },
    credential: { accessToken: 'house' },
  } as AnyCall

  expect(() => catalogue.get('github')?.outputs?.document?.build?.(call)).toThrow('A shared credential')
})

test('plainText returns its text, split, as documents or as one text', async () => {
  const node = catalogue.get('plainText')
  const call = {
    ...aSurrounding({}, 'Loader'),
    inputs: { text: 'a\nb', textSplitter: splitter },
    credential: undefined,
  }

  expect(await (await open('plainText', call.inputs, {})).load()).toHaveLength(2)
  expect(await node?.outputs?.text?.build?.(call as AnyCall)).toBe('a\n\nb')
})

test('customDocumentLoader accepts only documents or text returned by a script', async () => {
  const run = createRunCode({ fetch: async () => new Response('') })
  const { signal } = new AbortController()
  const ports = {
    runCode: (script: { code: string }) => run({ inputs: {}, vars: {}, flow: {}, signal, ...script }),
  }
  const load = async (javascriptFunction: string) =>
    (await open('customDocumentLoader', { javascriptFunction }, ports)).load()

  expect(
    await load("return ['a', 'b'].map((pageContent) => ({ pageContent, metadata: { by: 'code' } }))"),
  ).toEqual([
    { pageContent: 'a', metadata: { by: 'code' } },
    { pageContent: 'b', metadata: { by: 'code' } },
  ])
  expect(await load("return 'a text'")).toEqual([{ pageContent: 'a text', metadata: {} }])
  await expect(load('return [{ text: 1 }]')).rejects.toThrow('Loader: the function must return documents')
})

test('documentStore returns nothing without a chosen store, else the chunks of all or some sources', async () => {
  const chunk = (docId: string) => ({ pageContent: docId, metadata: { docId } })
  const documentStore: AnyCall['ports']['documentStore'] = async (name) => ({
    name,
    chunks: (ids = ['a', 'b']) => ({ key: ids.join(), load: async () => ids.map(chunk) }),
    search: async () => [],
  })
  const load = async (inputs: object) => (await open('documentStore', inputs, { documentStore })).load()

  expect(await load({})).toEqual([])
  expect(await load({ selectedStore: 'abc' })).toEqual([chunk('a'), chunk('b')])
  expect(await load({ selectedStore: 'abc', docIds: 'b, ' })).toEqual([chunk('b')])
})

async function open(
  name: string,
  inputs: object,
  ports: Parameters<typeof aSurrounding>[0] | Awaited<ReturnType<typeof openLibrary>>['world'],
  credential?: object,
): Promise<DocumentSource> {
  const { openIndex: _, fetchAws, ...world } = { openIndex: undefined, fetchAws: undefined, ...ports }
  const aws = fetchAws && {
    fetchAws: (order: Parameters<AnyCall['ports']['fetchAws']>[0]) =>
      fetchAws(order, new AbortController().signal),
  }
  const call = { ...aSurrounding({ ...world, ...aws }, 'Loader'), inputs, credential } as AnyCall
  return (await catalogue.get(name)?.outputs?.document?.build?.(call)) as DocumentSource
}
