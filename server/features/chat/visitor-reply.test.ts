import { expect, test } from 'vitest'
import { toVisitorReply } from './visitor-reply.ts'

const reply = { question: 'q', chatId: 'c', chatMessageId: 'm', sessionId: 's', isStreamValid: true }

test.each([
  ['/srv/flowtill/data/files/f1/prices.pdf', 'prices.pdf'],
  ['file:///srv/data/prices.pdf', 'prices.pdf'],
  ['C:\\data\\prices.pdf', 'prices.pdf'],
  ['https://shop.example/prices', 'https://shop.example/prices'],
  ['//cdn.example/prices', '//cdn.example/prices'],
  ['prices.pdf', 'prices.pdf'],
  [12, 12],
])('a source %j is shown to visitors as %j', (source, shown) => {
  const document = { pageContent: '/srv/data stays in the text', metadata: { source, page: 3 } }
  const used = { tool: 'search', toolInput: {}, toolOutput: 'x', sourceDocuments: [document] }

  const { sourceDocuments, usedTools } = toVisitorReply({
    ...reply,
    sourceDocuments: [document],
    usedTools: [used],
  })

  const expected = [{ pageContent: '/srv/data stays in the text', metadata: { source: shown, page: 3 } }]
  expect(sourceDocuments).toEqual(expected)
  expect(usedTools).toEqual([{ ...used, sourceDocuments: expected }])
})

test('a reply without tools and sources is unchanged', () => {
  expect(toVisitorReply({ ...reply, text: 'Hello' })).toEqual({ ...reply, text: 'Hello' })
})
