import { describe, expect, test } from 'vitest'
import type { AnyCall } from '#server/engine/define-node.ts'
import type { Tool } from '#server/engine/handles.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'

type Case = {
  node: string
  credential?: Record<string, string>
  inputs?: Record<string, unknown>
  answer: unknown
  sends: [string, string, string | null, unknown]
  header?: string
  gives: unknown
}

const key = 'secret-key-12345'
const row = { title: 'Socks', link: 'https://s.example', snippet: 'Warm.' }

const cases: Case[] = [
  {
    node: 'braveSearchAPI',
    credential: { braveApiKey: key },
    header: 'x-subscription-token',
    answer: {
      web: { results: [{ title: 'Socks', url: 'https://s.example', description: 'Warm.', age: 'x' }] },
    },
    sends: ['GET', 'https://api.search.brave.com/res/v1/web/search?q=warm+socks', key, undefined],
    gives: [row],
  },
  {
    node: 'googleCustomSearch',
    credential: { googleCustomSearchApiKey: key, googleCustomSearchApiId: 'engine' },
    answer: { items: [{ ...row, kind: 'x' }] },
    sends: [
      'GET',
      `https://www.googleapis.com/customsearch/v1?key=${key}&cx=engine&q=warm+socks`,
      null,
      undefined,
    ],
    gives: [row],
  },
  {
    node: 'serpAPI',
    credential: { serpApiKey: key },
    answer: { answer_box: { answer: 'Wool' }, organic_results: [row] },
    sends: [
      'GET',
      `https://serpapi.com/search.json?engine=google&api_key=${key}&q=warm+socks`,
      null,
      undefined,
    ],
    gives: { answer: 'Wool', results: [row] },
  },
  {
    node: 'searchAPI',
    credential: { searchApiKey: key },
    header: 'authorization',
    answer: { knowledge_graph: { title: 'Sock', description: 'A garment' }, organic_results: [row] },
    sends: [
      'GET',
      'https://www.searchapi.io/api/v1/search?engine=google&q=warm+socks',
      `Bearer ${key}`,
      undefined,
    ],
    gives: { about: { title: 'Sock', description: 'A garment' }, results: [row] },
  },
  {
    node: 'serper',
    credential: { serperApiKey: key },
    header: 'x-api-key',
    answer: { organic: [row] },
    sends: ['POST', 'https://google.serper.dev/search', key, { q: 'warm socks' }],
    gives: [row],
  },
  {
    node: 'tavilyAPI',
    credential: { tavilyApiKey: key },
    header: 'authorization',
    inputs: { topic: 'news', days: 3, includeAnswer: true, includeDomains: 'a.example, b.example' },
    answer: {
      answer: 'Wool.',
      results: [{ title: 'Socks', url: 'https://s.example', content: 'Warm.', score: 1 }],
    },
    sends: [
      'POST',
      'https://api.tavily.com/search',
      `Bearer ${key}`,
      expect.objectContaining({
        query: 'warm socks',
        topic: 'news',
        days: 3,
        include_answer: true,
        include_domains: ['a.example', 'b.example'],
        max_results: 5,
      }),
    ],
    gives: { answer: 'Wool.', results: [{ title: 'Socks', url: 'https://s.example', content: 'Warm.' }] },
  },
  {
    node: 'exaSearch',
    credential: { exaSearchApiKey: key },
    header: 'x-api-key',
    answer: { results: [{ title: 'Socks', url: 'https://s.example', text: 'Warm.' }] },
    sends: [
      'POST',
      'https://api.exa.ai/search',
      key,
      expect.objectContaining({ query: 'warm socks', numResults: 5 }),
    ],
    gives: [{ title: 'Socks', url: 'https://s.example', text: 'Warm.' }],
  },
  {
    node: 'searXNG',
    inputs: { apiBase: 'https://x.example/', toolName: 'find it', toolDescription: 'Finds', language: 'tr' },
    answer: { results: [{ title: 'Socks', url: 'https://s.example', content: 'Warm.' }] },
    sends: ['GET', 'https://x.example/search?q=warm+socks&format=json&language=tr', null, undefined],
    gives: [row],
  },
]

describe.each(cases)('$node', ({ node, credential, inputs, answer, sends, header, gives }) => {
  test('calls its service in the required format and returns the relevant fields', async () => {
    const { fetch, seen } = aService(() => Response.json(answer))

    const { text } = await build(node, { credential, inputs, fetch }).call({ input: 'warm socks' })

    expect([
      seen[0]?.method,
      seen[0]?.url,
      header ? seen[0]?.headers.get(header) : null,
      seen[0]?.body,
    ]).toEqual(sends)
    expect(JSON.parse(text)).toEqual(gives)
  })

  test('reports the message of the service, without the key', async () => {
    const { fetch } = aService(() =>
      Response.json({ error: { message: `No quota for ${key}` } }, { status: 429 }),
    )

    const failing = build(node, { credential, inputs, fetch }).call({ input: 'warm socks' })

    await expect(failing).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('No quota for'),
    })
    await expect(failing).rejects.not.toMatchObject({
      message: expect.stringContaining(credential ? key : '\0'),
    })
  })

  test('reports when there are no results, or when the service is down', async () => {
    const nothing = aService(() => Response.json({}))
    const down = aService(() => new Response('<html>', { status: 502 }))
    const search = ({ fetch }: { fetch: typeof globalThis.fetch }) =>
      build(node, { credential, inputs, fetch }).call('socks')

    expect((await search(nothing)).text).toBe('Nothing was found.')
    await expect(search(down)).rejects.toThrow('answered 502. Try again')
  })
})

test('wolframAlpha returns its text, also if it is only advice', async () => {
  const { fetch, seen } = aService(() => new Response('Ask otherwise', { status: 501 }))

  const { text } = await build('wolframAlpha', { credential: { wolframAlphaAppId: key }, fetch }).call({
    input: 'pi',
  })

  expect(text).toBe('Ask otherwise')
  expect([seen[0]?.url, seen[0]?.headers.get('authorization')]).toEqual([
    'https://www.wolframalpha.com/api/v1/llm-api?input=pi',
    `Bearer ${key}`,
  ])
})

type Given = { credential?: Case['credential']; inputs?: Case['inputs']; fetch: typeof globalThis.fetch }

function build(node: string, { credential, inputs = {}, fetch }: Given): Tool {
  const call: AnyCall = { ...aSurrounding({ fetch }), inputs, credential }
  return catalogue.get(node)?.build?.(call) as Tool
}

/** A fake service that responds to every URL. */
function aService(answer: () => Response) {
  const seen: { method: string; url: string; headers: Headers; body: unknown }[] = []
  const fetch: typeof globalThis.fetch = async (address, { method = 'GET', headers, body } = {}) => {
    seen.push({
      method,
      url: String(address),
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    })
    return answer()
  }
  return { fetch, seen }
}
