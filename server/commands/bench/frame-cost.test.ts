import { expect, test } from 'vitest'
import { frameCosts, type TraceEvent } from './frame-cost.ts'

const page = { pid: 7, tid: 1 }

function thread(name: string, pid: number, tid: number): TraceEvent {
  return { name: 'thread_name', ph: 'M', pid, tid, ts: 0, args: { name } }
}
function frame(ts: number, of = page): TraceEvent {
  return { name: 'BeginMainThreadFrame', ph: 'I', ...of, ts }
}
function task(ts: number, dur: number, of = page): TraceEvent {
  return { name: 'RunTask', ph: 'X', ...of, ts, dur }
}

test('a frame costs the tasks from its start to the next one, including the task it starts in', () => {
  const events = [
    thread('CrRendererMain', 7, 1),
    task(900, 3_000),
    frame(1_000),
    task(5_000, 2_000),
    frame(16_000),
    task(15_500, 4_000),
    task(20_000, 500),
    frame(33_000),
    task(32_900, 9_000),
  ]
  expect(frameCosts(events)).toEqual([5, 4.5])
})

test('tasks before the first frame, on other threads or in other pages are not counted', () => {
  const other = { pid: 8, tid: 1 }
  const events = [
    thread('CrRendererMain', 7, 1),
    thread('CrRendererMain', 8, 1),
    thread('Compositor', 7, 2),
    task(100, 700),
    frame(1_000),
    task(2_000, 1_000),
    task(2_000, 8_000, { pid: 7, tid: 2 }),
    task(2_000, 8_000, other),
    frame(3_000, other),
    frame(16_000),
  ]
  expect(frameCosts(events)).toEqual([1])
})

test('time in which the thread waited for a processor is not counted', () => {
  const events = [
    thread('CrRendererMain', 7, 1),
    frame(0),
    { ...task(1_000, 9_000), tdur: 2_000 },
    frame(16_000),
  ]
  expect(frameCosts(events)).toEqual([2])
})

test('a trace without a page has no frames', () => {
  expect(frameCosts([])).toEqual([])
  expect(frameCosts([task(1, 2), frame(3), frame(4)])).toEqual([])
})
