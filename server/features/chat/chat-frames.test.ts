import { expect, test } from 'vitest'
import { closingFrames, extraFrames, failureFrames, framesOf } from './chat-frames.ts'

const token = { type: 'token', at: 0, nodeId: 'a', text: 'He said:\n"hi"' } as const

test('the first text opens the stream and is repeated as a token, each frame on one line', () => {
  const text = '"He said:\\n\\"hi\\""'

  expect(framesOf(token, true)).toBe(
    `message:\ndata:{"event":"start","data":${text}}\n\nmessage:\ndata:{"event":"token","data":${text}}\n\n`,
  )
  expect(framesOf(token, false)).toBe(`message:\ndata:{"event":"token","data":${text}}\n\n`)
})

test('thinking is sent but does not open the stream; other events send no frames', () => {
  const thinking = { ...token, type: 'thinking', text: 'Hm' } as const

  expect(framesOf(thinking, true)).toBe('message:\ndata:{"event":"thinking","data":"Hm"}\n\n')
  expect(framesOf({ type: 'node_started', at: 0, nodeId: 'a', label: 'A' }, true)).toBe('')
})

test('a tool call is sent when it is requested', () => {
  const called = {
    type: 'tool_called',
    at: 0,
    nodeId: 'a',
    callId: 'a:1',
    tool: 'add',
    args: { a: 1 },
  } as const

  expect(framesOf(called, true)).toBe(
    'message:\ndata:{"event":"calledTools","data":[{"tool":"add","toolInput":{"a":1}}]}\n\n',
  )
})

test('an answer closes with its metadata, a failure with its message, both with end', () => {
  const reply = {
    chatId: 'c',
    chatMessageId: 'm',
    question: 'q',
    sessionId: 's',
    isStreamValid: true,
    artifacts: [{ type: 'png' }],
    fileAnnotations: [],
    usedTools: [1],
    sourceDocuments: [{ pageContent: 'p', metadata: {} }],
    flowVariables: { city: 'Izmir' },
  }

  expect(extraFrames(reply) + closingFrames(reply)).toBe(
    'message:\ndata:{"event":"sourceDocuments","data":[{"pageContent":"p","metadata":{}}]}\n\n' +
      'message:\ndata:{"event":"usedTools","data":[1]}\n\n' +
      'message:\ndata:{"event":"artifacts","data":[{"type":"png"}]}\n\n' +
      'message:\ndata:{"event":"metadata","data":{"chatId":"c","chatMessageId":"m","question":"q","sessionId":"s","flowVariables":{"city":"Izmir"}}}\n\n' +
      'message:\ndata:{"event":"end","data":"[DONE]"}\n\n',
  )
  expect(failureFrames('No')).toBe(
    'message:\ndata:{"event":"error","data":"No"}\n\nmessage:\ndata:{"event":"end","data":"[DONE]"}\n\n',
  )
})
