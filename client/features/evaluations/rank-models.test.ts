import { expect, test } from 'vitest'
import type { EvaluatedVersion } from '#shared/evaluations.ts'
import { isAdvised, rankModels } from './rank-models.ts'

const version = (modelName: string, costMicro: number, verdict?: 'better' | 'worse' | 'none' | 'few') =>
  ({
    ...{ modelName, costMicro, done: 10, model: verdict && { nodeId: 'n' } },
    difference: verdict ? { verdict } : null,
    ...(!verdict && { model: null }),
  }) as unknown as EvaluatedVersion

test('the cheapest model that is not worse comes first, dearer and worse ones last', () => {
  const versions = [
    version('own', 1_000),
    version('cheapest but worse', 100, 'worse'),
    version('dearer', 2_000, 'better'),
    version('cheaper', 400, 'none'),
    version('a little cheaper', 900, 'better'),
  ]

  const ranked = rankModels(versions)

  expect(ranked.map((each) => [each.version.modelName, each.savingPercent, isAdvised(each)])).toEqual([
    ['cheaper', 60, true],
    ['a little cheaper', 10, true],
    ['cheapest but worse', 90, false],
    ['dearer', -100, false],
  ])
})

test('a model that has answered too few rows to tell is not advised', () => {
  const [tried] = rankModels([version('own', 1_000), version('unsure', 100, 'few')])

  expect(tried && isAdvised(tried)).toBe(false)
})

test('the column that the others are compared with is no alternative to itself', () => {
  const first = { ...version('tried first', 1_000, 'none'), difference: null }

  expect(rankModels([first, version('cheaper', 400, 'none')]).map((each) => each.version.modelName)).toEqual([
    'cheaper',
  ])
})

test('without another model, or before it has answered, there is nothing to rank', () => {
  const untried = { ...version('other', 0, 'few'), done: 0 }

  expect(rankModels([version('own', 1_000), untried])).toEqual([])
  expect(rankModels([])).toEqual([])
})
