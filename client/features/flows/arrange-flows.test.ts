import { expect, test } from 'vitest'
import type { FlowSummary } from '#shared/flows.ts'
import { arrangeFlows, defaultOrder, nextOrder, tagsOf } from './arrange-flows.ts'

function aFlow(name: string, more: Partial<FlowSummary> = {}): FlowSummary {
  return {
    id: name,
    name,
    type: 'CHATFLOW',
    category: null,
    description: null,
    version: 1,
    changeCount: 0,
    isPublic: false,
    nodeCount: 0,
    thumbnail: { boxes: [], threads: [] },
    draft: 'none',
    messages: 0,
    cost: 0,
    createdDate: '2026-11-01T00:00:00.000Z',
    updatedDate: '2026-11-01T00:00:00.000Z',
    ...more,
  }
}
const names = (flows: FlowSummary[]) => flows.map(({ name }) => name)

const flows = [
  aFlow('Çeviri', { messages: 5, updatedDate: '2026-11-02T00:00:00.000Z' }),
  aFlow('Zil', { cost: 2, updatedDate: '2026-11-03T00:00:00.000Z' }),
  aFlow('Defter', { category: 'destek;web' }),
]

test('lists the most recently changed first', () => {
  expect(names(arrangeFlows(flows, '', defaultOrder, 'tr'))).toEqual(['Zil', 'Çeviri', 'Defter'])
})

test('sorts names by the alphabet of the language', () => {
  expect(names(arrangeFlows(flows, '', { key: 'name', isReversed: false }, 'tr'))).toEqual([
    'Çeviri',
    'Defter',
    'Zil',
  ])
})

test('sorts by the largest number first, and by the smallest when reversed', () => {
  expect(names(arrangeFlows(flows, '', { key: 'cost', isReversed: false }, 'en'))[0]).toBe('Zil')
  expect(names(arrangeFlows(flows, '', { key: 'cost', isReversed: true }, 'en')).at(-1)).toBe('Zil')
})

test('searches names, tags and ids, ignoring diacritics', () => {
  expect(names(arrangeFlows(flows, 'ceviri', defaultOrder, 'tr'))).toEqual(['Çeviri'])
  expect(names(arrangeFlows(flows, ' destek ', defaultOrder, 'tr'))).toEqual(['Defter'])
})

test('clicks on a column header cycle through its sort orders and back to the default', () => {
  const first = nextOrder(defaultOrder, 'cost')
  const second = nextOrder(first, 'cost')

  expect(first).toEqual({ key: 'cost', isReversed: false })
  expect(second).toEqual({ key: 'cost', isReversed: true })
  expect(nextOrder(second, 'cost')).toEqual(defaultOrder)
})

test('tags are separated by semicolons', () => {
  expect(tagsOf('destek; web;;')).toEqual(['destek', 'web'])
  expect(tagsOf(null)).toEqual([])
})
