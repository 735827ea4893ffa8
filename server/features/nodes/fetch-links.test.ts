import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'

const pages: Record<string, string> = {
  '/': '<a href="/hours#top">Hours</a><a href="http://elsewhere.example/">x</a><a href="/logo.png">l</a>',
  '/hours': '<a href="/">Home</a><a href="/cafe">c</a>',
  '/cafe': 'Tea and simit.',
  '/sitemap.xml': '<urlset><url><loc>https://museum.example/a</loc></url></urlset>',
}

async function openSite() {
  const site = await listen((request, response) => {
    const page = pages[request.url ?? '']
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page)
  })
  const world = await createTestApp({ env: { OUTGOING_ALLOW: new URL(site.origin).host } })
  const ada = await world.signUp('ada')
  const fetchLinks = (url: string, more = '') =>
    ada.call('GET', `/fetch-links?url=${encodeURIComponent(url)}${more}`)
  return { ...world, ada, fetchLinks, site }
}

test('pages are found by their links, within the site and the limit, or in a sitemap', async () => {
  const { fetchLinks, site } = await openSite()
  const of = (...paths: string[]) => ({ status: 'OK', links: paths.map((path) => `${site.origin}${path}`) })

  const crawled = await fetchLinks(site.origin, '&relativeLinksMethod=webCrawl&limit=10')
  expect(crawled.json()).toEqual(of('/', '/hours', '/cafe'))
  expect((await fetchLinks(site.origin, '&limit=2')).json()).toEqual(of('/', '/hours'))
  const listed = await fetchLinks(
    `${site.origin}/sitemap.xml`,
    '&relativeLinksMethod=scrapeXMLSitemap&limit=0',
  )
  expect(listed.json()).toEqual({ status: 'OK', links: ['https://museum.example/a'] })
})

test('the address guard applies, and an invalid URL is rejected', async () => {
  const { fetchLinks, app } = await openSite()

  const inner = await fetchLinks('http://169.254.169.254/latest/meta-data')
  expect(inner.json()).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('OUTGOING_ALLOW'),
  })
  for (const url of ['file:///etc/passwd', 'museum', 'ftp://museum.example']) {
    expect((await fetchLinks(url)).json()).toMatchObject({ code: 'INVALID_INPUT' })
  }
  expect((await fetchLinks('https://museum.example', '&limit=100000')).statusCode).toBe(400)
  const stranger = await app.inject({ url: '/api/v1/fetch-links?url=https%3A%2F%2Fmuseum.example' })
  expect(stranger.statusCode).toBe(401)
})

test('repeated requests are rate limited', async () => {
  const { fetchLinks, site } = await openSite()
  for (let count = 0; count < 30; count += 1) {
    await fetchLinks(`${site.origin}/cafe`, '&limit=1')
  }

  const rejected = await fetchLinks(`${site.origin}/cafe`)

  expect(rejected.statusCode).toBe(429)
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
  expect(site.hits()).toBe(30)
})
