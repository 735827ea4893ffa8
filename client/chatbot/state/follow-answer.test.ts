import { expect, test } from 'vitest'
import { followAnswer } from './follow-answer.ts'
import { Rejection } from './visitor-api.ts'

type Step = Response | Error

const line = (event: string, data: unknown) => `message:\ndata:${JSON.stringify({ event, data })}\n\n`
const stream = (...lines: string[]) =>
  new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } })
const whole = () => stream(line('token', 'one '), line('token', 'two'), line('end', '[DONE]'))
const lost = () => new TypeError('Failed to fetch')
const rejection = (status: number) => new Rejection('No.', new Response(null, { status }))

/** Follows an answer over connections that end as listed. */
function follow(steps: Step[], { isNew = true } = {}) {
  const seen: string[] = []
  const take = async () => {
    const step = steps.shift()
    if (!step || step instanceof Error) {
      throw step ?? new Error('No more connections were expected.')
    }
    return step
  }
  const following = followAnswer({
    request: isNew ? () => take() : undefined,
    rejoin: take,
    onBegin: () => seen.push('begin'),
    onFrame: ({ event, data }) => seen.push(event === 'token' ? String(data) : event),
    onBody: (body) => seen.push(JSON.stringify(body)),
    onLost: () => {
      seen.push('lost')
      queueMicrotask(() => setTimeout(() => dispatchEvent(new Event('online'))))
    },
    signal: new AbortController().signal,
  })
  return { following, seen }
}

test('a stream that breaks off is read again from its beginning', async () => {
  const { following, seen } = follow([stream(line('token', 'one ')), lost(), whole()])

  expect(await following).toBe(true)
  expect(seen).toEqual(['begin', 'one ', 'lost', 'lost', 'begin', 'one ', 'two', 'end'])
})

test('a question that did not arrive, and an answer that is gone, are not complete', async () => {
  const gone = () => new Response(null, { status: 204 })

  expect(await follow([lost(), gone()]).following).toBe(false)
  expect(await follow([gone()], { isNew: false }).following).toBe(false)
})

test('a rejected question throws; a server that restarts is tried again', async () => {
  await expect(follow([rejection(503)]).following).rejects.toThrow('No.')
  await expect(follow([lost(), rejection(404)]).following).rejects.toThrow('No.')

  expect(await follow([lost(), rejection(503), whole()]).following).toBe(true)
})

test('a flow that answers in one piece sends JSON', async () => {
  const { following, seen } = follow([Response.json({ text: 'Yes.' })])

  expect(await following).toBe(true)
  expect(seen).toEqual(['begin', '{"text":"Yes."}'])
})
