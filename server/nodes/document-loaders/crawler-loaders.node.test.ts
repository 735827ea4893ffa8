import { describe, expect, test } from 'vitest'
import { createLoader } from '#server/testing/loader-service.ts'
import { openFake, type ReceivedRequest } from '#server/upstream/vector-stores/testing/fakes.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'

const page = {
  markdown: '# Museum\n\nOpen at ten.',
  metadata: { sourceURL: 'https://m.example/', title: 'Museum' },
}
const read = {
  pageContent: page.markdown,
  metadata: { source: 'https://m.example/', title: 'Museum', heading: 'Museum' },
}

describe('fireCrawl', () => {
  test('crawls a site, waits for its job and reads every portion of the result', async () => {
    let polls = 0
    const { load, requested } = await aService('api.firecrawl.dev', ({ path }) => {
      if (path === '/v1/crawl') {
        return { body: { success: true, id: 'job-1' } }
      }
      if (path.includes('skip=1')) {
        return { body: { status: 'completed', data: [{ ...page, markdown: 'Second.' }] } }
      }
      polls += 1
      const next = 'https://other.example/v1/crawl/job-1?skip=1'
      return { body: polls === 1 ? { status: 'scraping' } : { status: 'completed', data: [page], next } }
    })

    const documents = await load('fireCrawl', {
      url: 'https://m.example',
      limit: '20',
      includePaths: 'a/.*, b/.*',
    })

    expect(documents[0]).toEqual(read)
    expect(documents[1]?.pageContent).toBe('Second.')
    expect(requested[0]).toMatchObject({
      headers: { authorization: 'Bearer token' },
      body: {
        url: 'https://m.example',
        limit: 20,
        includePaths: ['a/.*', 'b/.*'],
        scrapeOptions: { formats: ['markdown'] },
      },
    })
    expect(requested.map(({ path }) => path).slice(1)).toEqual([
      '/v1/crawl/job-1',
      '/v1/crawl/job-1',
      '/v1/crawl/job-1?skip=1',
    ])
  })

  test('reads one page, searches, and extracts data', async () => {
    const { load, requested } = await aService('api.firecrawl.dev', ({ path }) => {
      switch (path) {
        case '/v1/scrape':
          return { body: { data: page } }
        case '/v1/search':
          return { body: { data: [{ title: 'M', url: 'https://m.example/', description: 'At ten.' }] } }
        case '/v1/extract':
          return { body: { id: 'x' } }
        default:
          return { body: { status: 'completed', data: { hours: 'ten' } } }
      }
    })

    expect(await load('fireCrawl', { crawlerType: 'scrape', url: 'https://m.example' })).toEqual([read])
    expect(
      await load('fireCrawl', { crawlerType: 'search', searchQuery: 'museum', searchLimit: '3' }),
    ).toEqual([{ pageContent: 'At ten.', metadata: { source: 'https://m.example/', title: 'M' } }])
    expect(
      await load('fireCrawl', {
        crawlerType: 'extract',
        url: 'https://m.example, https://n.example',
        extractPrompt: 'Hours',
        extractSchema: '{"type":"object"}',
      }),
    ).toEqual([
      {
        pageContent: '{\n  "hours": "ten"\n}',
        metadata: { source: 'https://m.example, https://n.example' },
      },
    ])
    expect(requested[1]?.body).toMatchObject({ query: 'museum', limit: 3, lang: 'en', country: 'us' })
    expect(requested[2]?.body).toEqual({
      urls: ['https://m.example', 'https://n.example'],
      prompt: 'Hours',
      schema: { type: 'object' },
    })
    await expect(load('fireCrawl', { crawlerType: 'search' })).rejects.toThrow('needs a search query')
    await expect(load('fireCrawl', { crawlerType: 'scrape' })).rejects.toThrow('needs the URL of a page')
  })

  test('reports a failed job, and a server of one’s own gets the key', async () => {
    const { load, requested } = await aService('crawl.museum.example', ({ path }) => ({
      body: path === '/v1/crawl' ? { id: 'a' } : { status: 'failed' },
    }))

    await expect(
      load('fireCrawl', { url: 'https://m.example' }, { firecrawlApiUrl: 'https://crawl.museum.example/' }),
    ).rejects.toThrow('FireCrawl could not read the pages.')
    expect(requested).toHaveLength(2)
  })
})

describe('apifyWebsiteContentCrawler', () => {
  test('starts the crawler and reads the pages of its data set', async () => {
    const items = Array.from({ length: 501 }, (_, index) => ({
      url: `https://m.example/${index}`,
      text: `t${index}`,
    }))
    const { load, requested } = await aService('api.apify.com', ({ path }) => {
      const { pathname, searchParams } = new URL(path, 'http://x')
      if (pathname.endsWith('/runs')) {
        return { body: { data: { id: 'run/1', status: 'RUNNING' } } }
      }
      if (pathname.startsWith('/v2/actor-runs/')) {
        return { body: { data: { status: 'SUCCEEDED', defaultDatasetId: 'set' } } }
      }
      const offset = Number(searchParams.get('offset'))
      return { body: items.slice(offset, offset + Number(searchParams.get('limit'))) }
    })

    const documents = await load('apifyWebsiteContentCrawler', {
      urls: 'https://m.example, https://n.example',
      additionalInput: '{"maxResults":7,"maxCrawlPages":99}',
    })

    expect(documents).toHaveLength(501)
    expect(documents[500]).toEqual({ pageContent: 't500', metadata: { source: 'https://m.example/500' } })
    expect(requested[0]).toMatchObject({
      path: '/v2/acts/apify~website-content-crawler/runs',
      headers: { authorization: 'Bearer token' },
      body: {
        startUrls: [{ url: 'https://m.example' }, { url: 'https://n.example' }],
        crawlerType: 'playwright:firefox',
        maxCrawlDepth: 1,
        maxCrawlPages: 3,
        maxResults: 7,
      },
    })
    expect(requested[1]?.path).toBe('/v2/actor-runs/run%2F1?waitForFinish=20')
  })

  test('reports a failed run', async () => {
    const { load } = await aService('api.apify.com', () => ({
      body: { data: { id: 'a', status: 'FAILED' } },
    }))

    await expect(load('apifyWebsiteContentCrawler', { urls: 'https://m.example' })).rejects.toThrow(
      'Apify could not read the pages. Look at the run in the Apify console.',
    )
  })
})

test('oxylabs reads a page as Markdown, and parsed results as data', async () => {
  const { load, requested } = await aService('realtime.oxylabs.io', ({ body }) => ({
    body: {
      results: [
        body.parse
          ? { content: { title: 'Vase' } }
          : { content: '<h1>Museum</h1><p>At ten.</p>', url: 'https://m.example' },
      ],
    },
  }))

  expect(await load('oxylabs', { query: 'https://m.example', render: true, geo_location: 'Turkey' })).toEqual(
    [
      {
        pageContent: '# Museum\n\nAt ten.',
        metadata: { source: 'https://m.example', heading: 'Museum' },
      },
    ],
  )
  expect(await load('oxylabs', { query: 'vase', source: 'amazon_search', parse: true })).toEqual([
    { pageContent: '{\n  "title": "Vase"\n}', metadata: { source: 'vase' } },
  ])
  expect(requested.map(({ body }) => body)).toEqual([
    {
      source: 'universal',
      url: 'https://m.example',
      geo_location: 'Turkey',
      render: 'html',
      user_agent_type: 'desktop',
    },
    { source: 'amazon_search', query: 'vase', parse: true, user_agent_type: 'desktop' },
  ])
  expect(requested[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:secret').toString('base64')}`)
})

describe('figma', () => {
  const text = (characters: string) => ({ type: 'TEXT', characters })
  const hall = {
    id: '1:2',
    name: 'Hall',
    type: 'FRAME',
    children: [text('Open'), { type: 'GROUP', children: [text('at ten')] }],
  }
  const answers: Record<string, object> = {
    '/v1/files/abc': {
      name: 'Signs',
      document: {
        children: [
          { id: '0:1', name: 'Page 1', children: [hall, { id: '1:3', name: 'Empty', children: [] }] },
          { id: '0:2', name: 'Notes', children: [text('Remember')] },
        ],
      },
    },
    '/v1/files/abc/nodes?ids=1%3A2': { name: 'Signs', nodes: { '1:2': { document: hall } } },
  }

  test('reads the texts of each frame, or of the chosen nodes', async () => {
    const { load, requested } = await aService('api.figma.com', ({ path }) => ({ body: answers[path] }))
    const document = {
      pageContent: 'Open\nat ten',
      metadata: {
        source: 'https://www.figma.com/design/abc?node-id=1-2',
        title: 'Signs',
        name: 'Hall',
        nodeId: '1:2',
      },
    }

    expect(await load('figma', { fileKey: 'https://www.figma.com/design/abc/Signs?node-id=0-1' })).toEqual([
      document,
      {
        pageContent: 'Remember',
        metadata: expect.objectContaining({ name: 'Notes', nodeId: '0:2' }),
      },
    ])
    expect(await load('figma', { fileKey: 'abc', nodeIds: '1-2' })).toEqual([document])
    expect(requested[0]?.headers['x-figma-token']).toBe('token')
    await expect(load('figma', { fileKey: '../me' })).rejects.toThrow('is not the key of a Figma file')
  })
})

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
