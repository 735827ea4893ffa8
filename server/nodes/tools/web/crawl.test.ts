import { expect, test } from 'vitest'
import { listen } from '#server/testing/tiny-server.ts'
import { crawl, linksIn } from './crawl.ts'

const page = (title: string, ...links: string[]) =>
  `<html><title>${title}</title><body>${title} text ${links.map((href) => `<a class="x" href="${href}">go</a>`).join('')}</body></html>`

async function openSite() {
  const { origin, hits } = await listen((request, response) => {
    const pages: Record<string, string> = {
      '/': page('Home', '/a', 'b#part', 'https://other.example/', 'mailto:x@y.z', '/broken'),
      '/a': page('A', '/', '/deep'),
      '/b': page('B'),
      '/deep': page('Deep'),
      '/sitemap.xml': `<urlset><url><loc>${origin}/b</loc></url><url><loc>https://other.example/</loc></url></urlset>`,
    }
    const found = pages[request.url ?? '']
    response.writeHead(found ? 200 : 500, { 'content-type': 'text/html' }).end(found)
  })
  const settings = {
    fetch,
    readDocument: async (bytes: Uint8Array) => [
      { pageContent: new TextDecoder().decode(bytes).replace(/<[^>]+>/g, ' '), metadata: {} },
    ],
    mode: 'recursive' as const,
    maxDepth: 1,
    maxPages: 10,
    timeoutMs: 5_000,
  }
  return { origin, hits, settings }
}

const pathsOf = (pages: { url: string }[]) => pages.map(({ url }) => new URL(url).pathname)

test('reads the page and the linked pages of its site, each once', async () => {
  const { origin, settings } = await openSite()

  const pages = await crawl(origin, settings)

  expect(pathsOf(pages)).toEqual(['/', '/a', '/b', '/broken'])
  expect(pages[1]).toMatchObject({ title: 'A', text: expect.stringContaining('A text') })
  expect(pages[3]).toMatchObject({ error: 'It answered with status 500.' })
})

test('stays within its depth and page limits', async () => {
  const { origin, settings } = await openSite()

  expect(pathsOf(await crawl(origin, { ...settings, maxDepth: 0 }))).toEqual(['/'])
  expect(pathsOf(await crawl(origin, { ...settings, maxDepth: 2 }))).toContain('/deep')
  expect(pathsOf(await crawl(origin, { ...settings, maxPages: 2 }))).toEqual(['/', '/a'])
})

test('a sitemap crawl reads only pages of its own host', async () => {
  const { origin, settings } = await openSite()

  expect(pathsOf(await crawl(origin, { ...settings, mode: 'sitemap' }))).toEqual(['/b'])
})

test('an invalid URL is rejected, and a forbidden page is reported', async () => {
  const { settings } = await openSite()

  await expect(crawl('http://', settings)).rejects.toThrow('is not an address')
  const [only] = await crawl('http://127.0.0.1:1/', settings)
  expect(only).toMatchObject({ error: 'It could not be reached.' })
})

test('finds links in any notation', () => {
  const html = `<A HREF=/a>x</A><a title="1" href='b?x=1&amp;y=2'>y</a><a href="javascript:x()">z</a><a>w</a>`

  expect(linksIn(html, 'https://s.example/dir/')).toEqual([
    'https://s.example/a',
    'https://s.example/dir/b?x=1&y=2',
  ])
})
