import { expect, test } from 'vitest'
import { makeHostileDocuments } from '#server/testing/documents/hostile-documents.ts'
import { makeDocx } from '#server/testing/documents/make-documents.ts'
import { createDocumentReader } from './document-pool.ts'

const hostile = makeHostileDocuments()
const fromVisitor = { isFromVisitor: true }

test('each hostile document ends with its own error or is read, and the next one is read', async () => {
  const read = createDocumentReader()
  const turn = { flow: 'public', visitor: 'somebody' }

  for (const { name, bytes, format } of hostile) {
    const error = await read(bytes, format, fromVisitor, turn).catch((caught: unknown) => caught)

    if (!Array.isArray(error)) {
      expect([name, ['TOO_LARGE', 'INVALID_INPUT', 'TIMED_OUT']]).toEqual([
        name,
        expect.arrayContaining([(error as { code: string }).code]),
      ])
    }
  }

  const [document] = await read(makeDocx('Ten.'), 'docx', fromVisitor, turn)
  expect(document?.pageContent).toBe('Ten.')
}, 300_000)

test('documents of another flow, and of another visitor, are read before twenty hostile ones', async () => {
  const read = createDocumentReader()
  const caller = new AbortController()
  let settled = 0
  const all = hostile.slice(0, 20).map(({ bytes, format }) =>
    read(bytes, format, fromVisitor, { flow: 'public', visitor: 'hostile', signal: caller.signal })
      .catch(() => [])
      .finally(() => {
        settled += 1
      }),
  )

  const [docx, text] = await Promise.all([
    read(makeDocx('Ten.'), 'docx', fromVisitor, { flow: 'public', visitor: 'honest' }),
    read(Buffer.from('Ten.'), 'text', fromVisitor, { flow: 'other', visitor: 'honest' }),
  ])

  expect([docx[0]?.pageContent, text[0]?.pageContent]).toEqual(['Ten.', 'Ten.'])
  expect(settled).toBeLessThan(20)
  // The test above has read each of them.
  caller.abort()
  await Promise.all(all)
}, 300_000)

test('a document of a caller that left is not read, and its slot is free', async () => {
  const read = createDocumentReader()
  const caller = new AbortController()
  const [nested] = hostile
  const turn = { flow: 'public', visitor: 'somebody' }
  const running = read(nested?.bytes ?? Buffer.of(), 'html', {}, { ...turn, signal: caller.signal })
  const waiting = read(Buffer.from('Ten.'), 'text', {}, { ...turn, signal: caller.signal })

  caller.abort(new Error('gone'))

  await expect(running).rejects.toThrow('gone')
  await expect(waiting).rejects.toThrow('gone')
  expect(await read(Buffer.from('Ten.'), 'text', {}, turn)).toHaveLength(1)
})
