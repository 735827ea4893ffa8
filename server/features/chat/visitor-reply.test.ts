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

test('why a file of the assistant could not be fetched is hidden from visitors', () => {
  const stored = {
    filePath: 'a.csv',
    fileName: 'a.csv',
    size: 3,
    url: '/api/v1/get-upload-file?fileName=a.csv',
  }
  const failed = { filePath: 'b.csv', error: 'Azure OpenAI answered 401: Access denied.' }

  expect(toVisitorReply({ ...reply, fileAnnotations: [stored, failed] }).fileAnnotations).toEqual([
    stored,
    { filePath: 'b.csv', error: 'The file could not be fetched.' },
  ])
})

test('a reply without tools and sources is unchanged', () => {
  expect(toVisitorReply({ ...reply, text: 'Hello' })).toEqual({ ...reply, text: 'Hello' })
})
