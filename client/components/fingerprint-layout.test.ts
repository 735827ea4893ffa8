import { expect, test } from 'vitest'
import { layOutFingerprint } from './fingerprint-layout.ts'

const box = (x: number, y: number, kind = 'model') => ({ x, y, width: 320, height: 200, kind, rows: 2 })

test('scales the flow to the picture and preserves its proportions', () => {
  const boxes = [box(0, 0), box(2000, 0), box(0, 600)]

  const { tiles } = layOutFingerprint({ boxes, threads: [] }, 300, 136)

  for (const { x, y, width, height } of tiles) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(300)
    expect(y + height).toBeLessThanOrEqual(136)
  }
  expect(tiles[1]?.x).toBeGreaterThan(tiles[0]?.x ?? 0)
  expect(tiles[2]?.y).toBeGreaterThan(tiles[0]?.y ?? 0)
})

test('a single node stays small', () => {
  const [tile] = layOutFingerprint({ boxes: [box(50, 50)], threads: [] }, 300, 136).tiles

  expect(tile?.width).toBeLessThan(60)
})

test('draws wires in the order of their sources, and omits those with a missing end', () => {
  const boxes = [box(0, 0), box(0, 400), box(900, 200, 'agent')]
  const threads = [
    { from: 1, to: 2, kind: 'memory' },
    { from: 0, to: 2, kind: 'model' },
    { from: 0, to: 7, kind: 'model' },
  ]

  const layout = layOutFingerprint({ boxes, threads }, 300, 136)

  const ends = layout.threads.map(({ path }) => Number(path.split(' ').at(-1)))
  expect(layout.threads.map(({ kind }) => kind)).toEqual(['memory', 'model'])
  expect(ends[1]).toBeLessThan(ends[0] ?? 0)
})

test('an unknown kind is drawn as the generic one', () => {
  const [tile] = layOutFingerprint({ boxes: [box(0, 0, 'hologram')], threads: [] }, 300, 136).tiles

  expect(tile?.kind).toBe('any')
})
