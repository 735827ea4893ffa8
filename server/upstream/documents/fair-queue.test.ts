import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const limits = {
  ...{ total: 3, perFlow: 2, perVisitor: 1, waiting: 100, waitingPerVisitor: 40 },
  ...{ waitingBytes: 100, waitingBytesPerVisitor: 60 },
}
type Queue = ReturnType<typeof createFairQueue<string>>

test('a flow leaves the last slot to others, and a visitor the second slot of the flow', () => {
  const queue = fill(20)
  const [first] = takeAll(queue)
  expect(first?.job).toBe('hostile 0')
  expect(queue.next()).toBeUndefined()

  queue.add({ flow: 'public', visitor: 'honest' }, 'same flow', 1)
  expect(takeAll(queue).map(({ job }) => job)).toEqual(['same flow'])

  queue.add({ flow: 'other', visitor: 'honest' }, 'other flow', 1)
  expect(takeAll(queue).map(({ job }) => job)).toEqual(['other flow'])
})

test('flows take turns, and so do the visitors of one', () => {
  const queue = createFairQueue<string>({ ...limits, total: 1 })
  for (const [flow, visitor] of ['aa', 'aa', 'ab', 'ba', 'ba'].map((each) => [...each])) {
    queue.add({ flow: flow ?? '', visitor: visitor ?? '' }, `${flow}${visitor}`, 1)
  }

  const order: string[] = []
  for (let taken = queue.next(); taken; taken = queue.next()) {
    order.push(taken.job)
    taken.done()
  }

  expect(order).toEqual(['aa', 'ba', 'ab', 'ba', 'aa'])
})

test('a cancelled job does not run, and a full queue is reported', () => {
  const queue = fill(40)
  const line = { flow: 'public', visitor: 'hostile' }
  expect(queue.isFull(line, 1)).toBe(true)
  expect(queue.isFull({ ...line, visitor: 'honest' }, 1)).toBe(false)

  for (let count = 1; count < 40; count += 1) {
    expect(queue.remove(line, `hostile ${count}`)).toBe(true)
  }
  expect(queue.remove(line, 'hostile 1')).toBe(false)
  const [only] = takeAll(queue)
  only?.done()

  expect(only?.job).toBe('hostile 0')
  expect(queue.next()).toBeUndefined()
  expect(queue.isFull(line, 1)).toBe(false)
})

test('waiting files are limited by their bytes, and free them when they start or leave', () => {
  const queue = createFairQueue<string>({ ...limits, total: 1 })
  const [ada, eve, baran] = ['ada', 'eve', 'baran'].map((visitor) => ({ flow: 'public', visitor }))
  if (!ada || !eve || !baran) {
    throw new Error('These are three.')
  }
  expect(queue.isFull(ada, 1_000)).toBe(false)
  queue.add(ada, 'first', 50)
  queue.add(eve, 'second', 40)

  expect(queue.isFull(ada, 11)).toBe(true)
  expect(queue.isFull(baran, 10)).toBe(false)
  expect(queue.isFull(baran, 11)).toBe(true)

  queue.next()
  expect(queue.isFull(ada, 60)).toBe(false)
  expect(queue.remove(eve, 'second')).toBe(true)
  expect(queue.isFull(baran, 1_000)).toBe(false)
})

function fill(count: number): Queue {
  const queue = createFairQueue<string>(limits)
  for (let each = 0; each < count; each += 1) {
    queue.add({ flow: 'public', visitor: 'hostile' }, `hostile ${each}`, 1)
  }
  return queue
}

function takeAll(queue: Queue) {
  const taken = []
  for (let each = queue.next(); each; each = queue.next()) {
    taken.push(each)
  }
  return taken
}
