import { expect, test } from 'vitest'
import { applyBody, applyFrame, startAnswer } from './conversation.ts'
import type { Frame } from './frames.ts'

const started = startAnswer('2026-11-20T14:32:00.000Z')
const after = (...frames: Frame[]) => frames.reduce(applyFrame, started)
const frame = (event: string, data: unknown): Frame => ({ event, data })

test('an answer grows with its frames and ends with what it is based on', () => {
  const answer = after(
    frame('start', 'Un'),
    frame('calledTools', [{ tool: 'order_status', toolInput: { order: 'KE-1' } }]),
    frame('token', 'Unworn '),
    frame('thinking', 'Let me see.'),
    frame('token', 'shoes.'),
    frame('sourceDocuments', [{ pageContent: 'Return policy', metadata: {} }]),
    frame('fileAnnotations', [{ filePath: 'prices.csv' }]),
    frame('usedTools', [
      { tool: 'order_status', toolInput: { order: 'KE-1' }, toolOutput: 'delivered' },
      { tool: 'refund', toolInput: {}, toolOutput: 'Error', error: 'The tool failed.' },
      null,
    ]),
    frame('metadata', { chatMessageId: 'm1', followUpPrompts: '["Print it?"]' }),
    frame('end', '[DONE]'),
  )

  expect(answer).toMatchObject({
    ...{ state: 'done', text: 'Unworn shoes.', thinking: 'Let me see.', calling: [], messageId: 'm1' },
    tools: [
      { tool: 'order_status', output: 'delivered', isError: false },
      { tool: 'refund', isError: true },
    ],
    followUps: ['Print it?'],
  })
  expect(answer.sources).toHaveLength(1)
  expect(answer.files).toEqual([{ filePath: 'prices.csv' }])
})

test('the tool being called is shown until the answer goes on', () => {
  const calling = after(frame('calledTools', [{ tool: 'order_status' }]))

  expect(calling).toMatchObject({ state: 'waiting', calling: ['order_status'] })
  expect(applyFrame(calling, frame('token', 'It'))).toMatchObject({ state: 'writing', calling: [] })
})

test('an error is the last state, an abort counts as stopped', () => {
  const failed = after(frame('token', 'Un'), frame('error', 'Not available.'), frame('end', '[DONE]'))
  const stopped = after(frame('token', 'Un'), frame('abort', '[DONE]'), frame('end', '[DONE]'))

  expect(failed).toMatchObject({ state: 'failed', text: 'Un', failure: { text: 'Not available.' } })
  expect(stopped).toMatchObject({ state: 'stopped', text: 'Un' })
})

test('a waiting run asks the visitor, with its own labels', () => {
  const action = {
    id: 'w1',
    mapping: { approve: 'Refund', reject: 'Keep' },
    data: { nodeId: 'humanInput_0', nodeLabel: 'human', input: 'Refund the order?' },
  }

  const { wait } = after(frame('action', action), frame('end', '[DONE]'))

  expect(wait).toEqual({
    ...{ text: 'Refund the order?', approve: 'Refund', reject: 'Keep', takesFeedback: true },
    action,
  })
})

test('frames that are unknown or of an unexpected type change nothing', () => {
  expect(after(frame('agentFlowEvent', 'INPROGRESS'), frame('token', 7), frame('usedTools', 'x'))).toEqual({
    ...started,
    state: 'writing',
  })
})

test('a response in one piece is an answer too; without text its JSON is shown', () => {
  const fileAnnotations = [{ filePath: 'prices.csv' }]
  const body = { text: 'Yes.', chatMessageId: 'm1', sourceDocuments: [{ pageContent: 'a' }], fileAnnotations }

  expect(applyBody(started, body)).toMatchObject({
    state: 'done',
    text: 'Yes.',
    messageId: 'm1',
    files: fileAnnotations,
  })
  expect(applyBody(started, { json: { price: 12 } }).text).toBe('```json\n{\n  "price": 12\n}\n```')
})
