import { describe, expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createLoader } from '#server/testing/loader-service.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { openFake, type ReceivedRequest } from '#server/upstream/vector-stores/testing/fakes.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'
import { referenceTo } from '#shared/flow-file.ts'

const text = (plain: string) => [{ plain_text: plain }]
const block = (type: string, content: object, more: object = {}) => ({
  id: type,
  type,
  [type]: content,
  ...more,
})

test('notionPage reads a page as Markdown, with lists, tables and subpages', async () => {
  const top = 'b34ca03f219c4420a6046fc4bdfdf7b4'
  const blocks: Record<string, object[]> = {
    [top]: [
      block('heading_2', { rich_text: text('Hours') }),
      block('paragraph', { rich_text: [...text('Open '), ...text('daily.')] }),
      block('to_do', { rich_text: text('Lock up'), checked: true }),
      block('bulleted_list_item', { rich_text: text('Winter') }, { id: 'nested', has_children: true }),
      block('table', {}, { id: 'table', has_children: true }),
      block('image', { caption: text('The hall') }),
      block('divider', {}),
      block('child_page', { title: 'Prices' }, { id: 'below' }),
    ],
    nested: [
      block('numbered_list_item', { rich_text: text('ten') }),
      block('numbered_list_item', { rich_text: text('noon') }),
    ],
    table: [block('table_row', { cells: [text('a'), text('b')] })],
    below: [
      block('code', { rich_text: text('2 TL'), language: 'text' }),
      block('child_page', {}, { id: top }),
    ],
  }
  let rejected = 0
  const { load, requested } = await aService('api.notion.com', ({ path }) => {
    const [, , kind, id = ''] = path.split(/[/?]/)
    if (kind === 'pages') {
      const properties = { Name: { type: 'title', title: text(id === top ? 'Museum' : 'Prices') } }
      return { body: { id, url: `https://notion.so/${id}`, properties } }
    }
    // The first request is rate-limited.
    rejected += 1
    return rejected === 1 ? { status: 429, body: {} } : pageOf(blocks[id] ?? [], path, 5)
  })

  const documents = await load('notionPage', {
    pageId: `https://www.notion.so/ada/Museum-${top}?pvs=4`,
  })

  expect(documents.map(({ pageContent }) => pageContent)).toEqual([
    '# Museum\n\n## Hours\nOpen daily.\n- [x] Lock up\n- Winter\n  1. ten\n  2. noon\n| a | b |\nThe hall\n---',
    '# Prices\n\n```text\n2 TL\n```',
  ])
  expect(documents[0]?.metadata).toEqual({
    source: `https://notion.so/${top}`,
    notionId: top,
    title: 'Museum',
    heading: 'Museum',
  })
  expect(requested[0]?.headers).toMatchObject({
    authorization: 'Bearer token',
    'notion-version': '2022-06-28',
  })
  await expect(load('notionPage', { pageId: 'museum' })).rejects.toThrow(
    'is not the id of anything in Notion',
  )
})

test('notionDB reads rows with their properties', async () => {
  const properties = {
    Name: { type: 'title', title: text('Vase') },
    Price: { type: 'number', number: 12 },
    Kinds: { type: 'multi_select', multi_select: [{ name: 'clay' }, { name: 'old' }] },
    Shown: { type: 'date', date: { start: '2026-01-01', end: '2026-02-01' } },
    Double: { type: 'formula', formula: { type: 'number', number: 24 } },
    Note: { type: 'rich_text', rich_text: [] },
  }
  const { load, requested } = await aService('api.notion.com', ({ path, body }) =>
    path.endsWith('/query')
      ? {
          body: body.start_cursor
            ? { results: [], next_cursor: null }
            : { results: [{ id: 'row', url: 'https://notion.so/row', properties }], next_cursor: 'next' },
        }
      : { body: { results: [block('paragraph', { rich_text: text('Blue.') })], next_cursor: null } },
  )

  const [row, ...others] = await load('notionDB', { databaseId: 'b34ca03f-219c-4420-a604-6fc4bdfdf7b4' })

  expect(others).toEqual([])
  expect(row).toEqual({
    pageContent:
      '---\nName: Vase\nPrice: 12\nKinds: ["clay","old"]\nShown: 2026-01-01/2026-02-01\nDouble: 24\n---\n\n# Vase\n\nBlue.',
    metadata: {
      source: 'https://notion.so/row',
      notionId: 'row',
      title: 'Vase',
      heading: 'Vase',
      properties: {
        Name: 'Vase',
        Price: 12,
        Kinds: ['clay', 'old'],
        Shown: '2026-01-01/2026-02-01',
        Double: 24,
      },
    },
  })
  expect(requested.map(({ body }) => body).slice(0, 2)).toEqual([
    { page_size: 100 },
    { page_size: 100, start_cursor: 'next' },
  ])
})

test('airtable reads page by page, either all records or the requested number', async () => {
  const { load, requested } = await aService('api.airtable.com', ({ body }) => {
    const first = Number(body.offset ?? 0)
    const records = Array.from({ length: Number(body.pageSize) }, (_, place) => ({
      id: `rec${first + place}`,
      fields: { Name: `Vase ${first + place}` },
    }))
    return { body: { records, ...(first === 0 && { offset: '100' }) } }
  })
  const table = { baseId: 'app1', tableId: 'My table' }

  const all = await load('airtable', {
    ...table,
    viewId: 'viw1',
    fields: 'Name, Price',
    filterByFormula: '{A}',
  })
  const few = await load('airtable', { ...table, returnAll: false, limit: '3' })

  expect(all).toHaveLength(200)
  expect(all[0]).toEqual({
    pageContent: '{\n  "Name": "Vase 0"\n}',
    metadata: { source: 'https://airtable.com/app1/My table/rec0', id: 'rec0' },
  })
  expect(few).toHaveLength(3)
  expect(requested.map(({ path, body }) => [path, body])).toEqual([
    [
      '/v0/app1/My%20table/listRecords',
      { pageSize: 100, view: 'viw1', fields: ['Name', 'Price'], filterByFormula: '{A}' },
    ],
    [expect.anything(), expect.objectContaining({ offset: '100' })],
    [expect.anything(), { pageSize: 3 }],
  ])
})

test('confluence reads a space as long as there is a next page', async () => {
  const { load, requested } = await aService('museum.atlassian.net', ({ path }) => {
    const start = Number(new URL(path, 'http://x').searchParams.get('start'))
    const page = {
      id: `${start}`,
      title: `Page ${start}`,
      body: { storage: { value: '<h1>Hours</h1><p>Open <b>daily</b>.</p>' } },
      version: { number: 2, when: '2026-01-01', by: { displayName: 'Ada' } },
      _links: { webui: `/spaces/M/${start}` },
    }
    return { body: { results: [page], _links: start === 0 ? { next: '/more' } : {} } }
  })
  const space = { baseUrl: 'https://museum.atlassian.net/wiki/', spaceKey: 'M' }

  const documents = await load('confluence', space)

  expect(documents.map(({ metadata }) => metadata.title)).toEqual(['Page 0', 'Page 1'])
  expect(documents[0]).toEqual({
    pageContent: 'Page 0\n\n# Hours\n\nOpen **daily**.',
    metadata: {
      source: 'https://museum.atlassian.net/wiki/spaces/M/0',
      id: '0',
      title: 'Page 0',
      heading: 'Hours',
      version: 2,
      updatedAt: '2026-01-01',
      updatedBy: 'Ada',
    },
  })
  expect(requested[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:token').toString('base64')}`)
  expect(await load('confluence', { ...space, limit: '1' })).toHaveLength(1)
})

test.each([
  ['museum.atlassian.net', ['/rest/api/2/search/jql', '/rest/api/2/search/jql'], ['nextPageToken=b']],
  ['jira.museum.example', ['/rest/api/2/search', '/rest/api/2/search'], ['startAt=1']],
])('jira reads the issues of a project at %s', async (host, paths, marks) => {
  const { load, requested } = await aService(host, ({ path }) => {
    const isSecond = path.includes('nextPageToken=b') || path.includes('startAt=1')
    const fields = {
      summary: 'Broken vase',
      description: 'In two.',
      status: { name: 'Open' },
      project: { name: 'Museum' },
      creator: { displayName: 'Ada' },
      labels: ['clay'],
      created: '2026-01-02',
    }
    const issues = [{ id: '1', key: isSecond ? 'M-2' : 'M-1', fields }]
    return { body: { issues, total: 2, ...(!isSecond && { nextPageToken: 'b' }) } }
  })

  const documents = await load('jira', {
    host: `https://${host}/`,
    projectKey: 'M',
    createdAfter: '2026-01-01',
  })

  expect(documents.map(({ metadata }) => metadata.key)).toEqual(['M-1', 'M-2'])
  expect(documents[0]?.pageContent).toBe(
    'Issue: M-1\nProject: Museum\nStatus: Open\nCreator: Ada\nLabels: clay\nCreated: 2026-01-02\nSummary: Broken vase\nDescription: In two.',
  )
  expect(documents[0]?.metadata.source).toBe(`https://${host}/browse/M-1`)
  expect(requested.map(({ path }) => path.split('?')[0])).toEqual(paths)
  expect(requested[1]?.path).toContain(marks[0])
  expect(new URL(requested[0]?.path ?? '', 'http://x').searchParams.get('jql')).toBe(
    'project = "M" AND created >= "2026-01-01" ORDER BY created ASC',
  )
})

describe('results of external services', () => {
  test.each([
    [
      'serpApi',
      'serpapi.com',
      { query: 'museum' },
      { organic_results: [{ snippet: 'At ten.', link: 'https://m.example', title: 'M' }] },
      '/search.json?engine=google&api_key=token&q=museum',
    ],
    [
      'searchApi',
      'www.searchapi.io',
      { query: 'museum', customParameters: '{"engine":"google_news","num":2}' },
      { organic_results: [{ snippet: 'At ten.', link: 'https://m.example', title: 'M' }] },
      '/api/v1/search?engine=google_news&q=museum&num=2',
    ],
    [
      'braveSearchApiLoader',
      'api.search.brave.com',
      { query: 'museum' },
      {
        web: { results: [{ description: 'At ten.', url: 'https://m.example', title: 'M' }, { title: 'x' }] },
      },
      '/res/v1/web/search?q=museum',
    ],
    [
      'spiderDocumentLoaders',
      'api.spider.cloud',
      { url: 'https://m.example', mode: 'crawl', limit: '7', params: '{"anti_bot":true}' },
      [{ content: 'At ten.', url: 'https://m.example' }],
      '/crawl',
    ],
  ])('%s', async (name, host, inputs, body, path) => {
    const { load, requested } = await aService(host, () => ({ body }))

    const documents = await load(name, inputs)

    expect(documents).toMatchObject([{ pageContent: 'At ten.', metadata: { source: 'https://m.example' } }])
    expect(requested.map((each) => each.path)).toEqual([path])
    if (name === 'spiderDocumentLoaders') {
      expect(requested[0]?.body).toEqual({
        anti_bot: true,
        url: 'https://m.example',
        return_format: 'markdown',
        limit: 7,
      })
    }
  })

  test('an error of a service is reported with its message, without the key', async () => {
    const { load } = await aService('serpapi.com', () => ({
      status: 401,
      body: { error: 'Invalid key secret-token-1' },
    }))

    await expect(load('serpApi', { query: 'x' }, { serpApiKey: 'secret-token-1' })).rejects.toThrow(
      'SerpApi answered 401: Invalid key …',
    )
  })
})

test('s3Directory reads the objects under a prefix, page by page, with signed requests', async () => {
  const { load, requested } = await aService('zoo.s3.eu-west-1.amazonaws.com', ({ path }) => {
    if (!path.startsWith('/?')) {
      return { body: `text of ${decodeURIComponent(path.slice(1))}` }
    }
    const isSecond = path.includes('continuation-token=more')
    return {
      body: isSecond
        ? '<ListBucketResult><Contents><Key>m/b &amp; c.txt</Key></Contents></ListBucketResult>'
        : '<ListBucketResult><Contents><Key>m/</Key></Contents><Contents><Key>m/a.txt</Key></Contents><Contents><Key>m/logo.png</Key></Contents><NextContinuationToken>more</NextContinuationToken></ListBucketResult>',
    }
  })

  const documents = await load('s3Directory', { bucketName: 'zoo', region: 'eu-west-1', prefix: 'm' })

  expect(documents).toEqual([
    { pageContent: 'text of m/a.txt', metadata: { source: 's3://zoo/m/a.txt' } },
    { pageContent: 'text of m/b & c.txt', metadata: { source: 's3://zoo/m/b & c.txt' } },
  ])
  expect(requested[0]?.path).toBe('/?list-type=2&prefix=m')
  expect(requested.every(({ headers }) => headers.authorization?.includes('/eu-west-1/s3/'))).toBe(true)
})

describe('pages under other names', () => {
  const site: Record<string, string> = {
    '/': '<main>Home <a href="/hours">h</a></main>',
    '/hours': '<main>At <b class="x">ten</b>.</main>',
    '/sitemap.xml': '<urlset><url><loc>https://book.example/hours</loc></url></urlset>',
  }

  test.each([
    ['gitbook', { webPath: 'https://book.example/hours' }, ['At ten.']],
    ['gitbook', { webPath: 'https://book.example/', shouldLoadAllPaths: true }, ['At ten.']],
    ['playwrightWebScraper', { url: 'https://book.example/', limit: '1', cssSelector: 'main' }, ['Home h']],
    [
      'puppeteerWebScraper',
      { url: 'https://book.example/', waitUntilGoToOption: 'networkidle2' },
      ['Home h', 'At ten.'],
    ],
  ])('%s %j', async (name, inputs, texts) => {
    const { load } = await aService('book.example', ({ path }) => ({ body: site[path] ?? '' }))

    expect((await load(name, inputs)).map(({ pageContent }) => pageContent)).toEqual(texts)
  })

  test('no folder of the server is readable', async () => {
    const { load } = await aService('book.example', () => ({ body: '' }))

    await expect(load('notionFolder', { notionFolder: '/etc' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('vectorStoreToDocument returns the results of a store above the similarity threshold', async () => {
  const { fetch, embed, world } = await openLibrary()
  const find = async (inputs: object) => {
    const { chat, requests } = scriptedModel(['Fine.'])
    const flow = buildFlow([
      { name: 'openAIEmbeddings', credential: 'c' },
      { name: 'plainText', inputs: { text: 'The museum opens at ten.' } },
      {
        name: 'memoryVectorStore',
        inputs: { document: [referenceTo('plainText_0')], embeddings: referenceTo('openAIEmbeddings_0') },
        outputs: { output: 'vectorStore' },
      },
      {
        name: 'vectorStoreToDocument',
        inputs: { vectorStore: referenceTo('memoryVectorStore_0'), ...inputs },
        outputs: { output: 'text' },
      },
      { name: 'flowtillDemoModel' },
      { name: 'bufferMemory' },
      {
        name: 'conversationChain',
        inputs: {
          model: referenceTo('flowtillDemoModel_0'),
          memory: referenceTo('bufferMemory_0'),
          systemMessagePrompt: 'Known: {{vectorStoreToDocument_0.data.instance}}',
        },
      },
    ])
    await prepareRun({ flow, chat, embed, fetch, world, question: 'The museum opens at ten.' }).run()
    return requests[0]?.system ?? requests[0]?.messages[0]?.content
  }

  expect(await find({})).toBe('Known: The museum opens at ten.')
  expect(await find({ minScore: '99' })).toBe('Known: The museum opens at ten.')
  expect(await find({ query: 'Whales swim far', minScore: '99' })).not.toContain('museum')
})

function pageOf(blocks: object[], path: string, size: number) {
  const start = Number(new URL(path, 'http://x').searchParams.get('start_cursor') ?? 0)
  const next = start + size
  return {
    body: { results: blocks.slice(start, next), next_cursor: next < blocks.length ? String(next) : null },
  }
}

/** A fake service at these hosts, and a function that loads documents from it. */
async function aService(
  hosts: string,
  answer: (requested: ReceivedRequest) => { status?: number; body: unknown },
) {
  const fake = await openFake(answer)
  const places = hosts.split(' ').map((host) => [host, fake.origin])
  const { fetch, world } = await openLibrary(Object.fromEntries(places))
  return { load: createLoader({ ...world, fetch }), requested: fake.requested }
}
