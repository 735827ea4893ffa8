import { expect, test } from 'vitest'
import type { PlacedInput } from '#shared/nodes.ts'
import { type CardView, summaryOf } from './card-view.ts'

const input = (name: string, type: string, labels: Record<string, string> = {}): PlacedInput => ({
  id: `n_0-input-${name}-${type}`,
  name,
  label: name,
  type,
  options: Object.entries(labels).map(([option, label]) => ({ name: option, label })),
})
const view = (...params: PlacedInput[]): CardView => ({
  shape: { params, anchors: [], outputs: [], template: undefined } as unknown as CardView['shape'],
  kind: 'any',
  anchors: [],
  params,
  more: [],
  changed: 0,
})

test('the summary of a card shows option labels, and no lists of rows', () => {
  const params = view(
    input('rows', 'array'),
    input('method', 'options', { GET: 'Read', POST: 'Write' }),
    input('days', 'multiOptions', { '1': 'Monday', '5': 'Friday' }),
  )

  expect(summaryOf(params, { rows: '[{"a":1}]', method: 'POST', days: '["1","5"]' })).toBe(
    'Write · Monday, Friday',
  )
  expect(summaryOf(params, { method: 'OTHER' })).toBe('OTHER')
})
