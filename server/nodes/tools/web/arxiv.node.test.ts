import { expect, test } from 'vitest'
import type { Tool } from '#server/engine/handles.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'

const atom = `<feed><title>x</title><entry><id>http://arxiv.org/abs/1706.03762v7</id><published>2017-06-12T17:57:34Z</published>
<title>Attention &amp;
 More</title><summary> We propose. </summary><author><name>A. Vaswani</name></author><author><name>N. Shazeer</name></author></entry></feed>`

function build(inputs: Record<string, unknown>, pdf = 200) {
  const requested: string[] = []
  const fetch: typeof globalThis.fetch = async (address) => {
    requested.push(String(address))
    return String(address).includes('/pdf/') ? new Response('%PDF', { status: pdf }) : new Response(atom)
  }
  const readDocument = async () => [{ pageContent: 'All of it', metadata: {} }]
  const call = { ...aSurrounding({ fetch, readDocument }), inputs, credential: undefined }
  return { tool: catalogue.get('arxiv')?.build?.(call) as Tool, requested }
}

test('finds papers by keywords', async () => {
  const { tool, requested } = build({ topKResults: 2 })

  const { text } = await tool.call({ input: 'attention: "all you need"' })

  expect(requested).toEqual([
    'https://export.arxiv.org/api/query?search_query=all%3Aattention+all+you+need&max_results=2',
  ])
  expect(JSON.parse(text)).toEqual([
    {
      title: 'Attention & More',
      link: 'http://arxiv.org/abs/1706.03762v7',
      published: '2017-06-12',
      authors: ['A. Vaswani', 'N. Shazeer'],
      summary: 'We propose.',
    },
  ])
})

test('finds a paper by its number, and reads it', async () => {
  const { tool, requested } = build({ loadFullContent: true })

  const { text } = await tool.call({ input: 'What is 1706.03762 about?' })

  expect(requested[0]).toContain('id_list=1706.03762')
  expect(requested[1]).toBe('https://arxiv.org/pdf/1706.03762v7')
  expect(JSON.parse(text)).toMatchObject([{ text: 'All of it' }])
})
