import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noUsage, type Usage } from '#shared/runs.ts'
import {
  findPrice,
  type Price,
  priceCall,
  shippedPrices,
  toPico,
  toUsdPerMillion,
  worstCaseMicro,
} from './price.ts'
import { comparePrices } from './test-price-oracle.ts'

const tokens = fc.nat({ max: 2_000_000 })
const pico = fc.nat({ max: 1_000_000_000 })
const somePrice: fc.Arbitrary<Price> = fc.record({
  provider: fc.constant('p'),
  model: fc.constant('m'),
  inputPico: pico,
  outputPico: pico,
  cacheReadPico: pico,
  cacheWritePico: pico,
  contextTokens: fc.nat({ max: 2_000_000 }),
  maxOutputTokens: fc.nat({ max: 200_000 }),
})
const someUsage: fc.Arbitrary<Usage> = fc.record({
  input: tokens,
  cacheRead: tokens,
  cacheWrite: tokens,
  output: tokens,
  reasoning: tokens,
})

const mini: Price = {
  provider: 'openai',
  model: 'gpt-4o-mini',
  inputPico: 150_000,
  outputPico: 600_000,
  cacheReadPico: 75_000,
  cacheWritePico: 150_000,
  contextTokens: 128_000,
  maxOutputTokens: 16_384,
}

describe('a price in text', () => {
  test.each([
    ['1', 1_000_000],
    ['0.15', 150_000],
    ['0.546875', 546_875],
    ['0.000001', 1],
    ['0', 0],
    ['30.00', 30_000_000],
    ['999999.999999', 999_999_999_999],
  ])('%s dollars per million', (text, expected) => {
    expect(toPico(text)).toBe(expected)
  })

  test.each([
    '',
    '-1',
    '+1',
    '1e-7',
    'NaN',
    'Infinity',
    '0.0000001',
    '1,5',
    '1.',
    '.5',
    ' 1',
    '1 ',
    '1000000',
    '0x1',
    '１',
  ])('%j is rejected', (text) => {
    expect(() => toPico(text)).toThrow(RangeError)
  })

  test('is read exactly, for any value', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999 }), fc.nat({ max: 999_999 }), (dollars, millionths) => {
        const text = `${dollars}.${String(millionths).padStart(6, '0')}`

        expect(BigInt(toPico(text))).toBe(BigInt(dollars) * 1_000_000n + BigInt(millionths))
        expect(toPico(toUsdPerMillion(toPico(text)))).toBe(toPico(text))
      }),
    )
  })
})

test.each([
  [0, '0'],
  [1, '0.000001'],
  [150_000, '0.15'],
  [30_000_000, '30'],
  [10_000_000, '10'],
  [999_999_999_999, '999999.999999'],
])('%i pico per token are %s dollars per million', (pico, text) => {
  expect(toUsdPerMillion(pico)).toBe(text)
})

describe('a call', () => {
  test('costs each class of tokens its own price', () => {
    const usage = { input: 1_000, cacheRead: 2_000, cacheWrite: 500, output: 100, reasoning: 40 }

    expect(priceCall(mini, usage)).toEqual({ costPico: 435_000_000n, costMicro: 435 })
  })

  test('costs nothing without usage, and the smallest amount for any usage', () => {
    expect(priceCall(mini, noUsage)).toEqual({ costPico: 0n, costMicro: 0 })
    expect(priceCall(mini, { ...noUsage, cacheRead: 1 })).toEqual({ costPico: 75_000n, costMicro: 1 })
  })

  test('is rounded once, up, and never by more than one', () => {
    fc.assert(
      fc.property(somePrice, someUsage, (price, usage) => {
        const { costPico, costMicro } = priceCall(price, usage)

        // The oracle computes differently from the code: pico-dollars class by class, without shared helpers.
        const classes = [
          [usage.input, price.inputPico],
          [usage.cacheRead, price.cacheReadPico],
          [usage.cacheWrite, price.cacheWritePico],
          [usage.output, price.outputPico],
        ] as const
        let numerator = 0n
        for (const [count, each] of classes) {
          numerator += BigInt(count) * BigInt(each)
        }
        expect(costPico).toBe(numerator)
        expect(BigInt(costMicro) * 1_000_000n >= numerator).toBe(true)
        expect((BigInt(costMicro) - 1n) * 1_000_000n < numerator).toBe(true)
      }),
    )
  })

  test('the cost is the exact fractional cost rounded up', () => {
    comparePrices(20_000)
  })

  test('never costs less when it uses more', () => {
    fc.assert(
      fc.property(somePrice, someUsage, someUsage, (price, a, b) => {
        const more = { ...a, input: a.input + b.input, output: a.output + b.output }

        expect(priceCall(price, more).costMicro).toBeGreaterThanOrEqual(priceCall(price, a).costMicro)
      }),
    )
  })
})

describe('the worst case', () => {
  test('is the cost of the prompt and the longest answer', () => {
    expect(worstCaseMicro(mini, { input: 1_000, output: 100 })).toBe(210)
    expect(worstCaseMicro(mini, { input: 1_000 })).toBe(150 + 9_831)
  })

  test('is limited by what the model can accept and return', () => {
    expect(worstCaseMicro(mini, { input: 10_000_000, output: 10_000_000 })).toBe(19_200 + 9_831)
  })

  test('covers every call within it, however its prompt is cached', () => {
    fc.assert(
      fc.property(somePrice, someUsage, (price, { input, cacheRead, cacheWrite, output }) => {
        const limits = { contextTokens: 0, maxOutputTokens: 0 }
        const usage = { input, cacheRead, cacheWrite, output, reasoning: 0 }
        const held = worstCaseMicro(
          { ...price, ...limits },
          { input: input + cacheRead + cacheWrite, output },
        )

        expect(held).toBeGreaterThanOrEqual(priceCall(price, usage).costMicro)
      }),
    )
  })
})

describe('the price of a model', () => {
  const prices = [
    'gpt-4o',
    'gpt-4o-mini',
    'gpt-4o-2024-05-13',
    'claude-sonnet-4-5',
    'gemini-2.5-flash',
    'o3',
  ].map((model) => ({ provider: 'p', model }))

  test.each([
    ['gpt-4o', 'gpt-4o'],
    ['gpt-4o-mini', 'gpt-4o-mini'],
    ['gpt-4o-mini-2024-07-18', 'gpt-4o-mini'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
    ['gpt-4o-2024-11-20', 'gpt-4o'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['gemini-2.5-flash-001', 'gemini-2.5-flash'],
    ['gemini-2.5-flash-latest', 'gemini-2.5-flash'],
    ['gemini-2.5-flash-preview-05-20', 'gemini-2.5-flash'],
    ['models/gemini-2.5-flash', 'gemini-2.5-flash'],
    ['o3-mini', undefined],
    ['gpt-4o-audio-preview', undefined],
    ['gpt-4', undefined],
    ['GPT-4o', undefined],
    ['', undefined],
  ])('%s is that of %s', (model, found) => {
    expect(findPrice(prices, 'p', model)?.model).toBe(found)
  })

  test('is specific to its provider', () => {
    expect(findPrice(prices, 'q', 'gpt-4o')).toBeUndefined()
  })

  test('is returned with all its other data', () => {
    const [first] = prices
    expect(findPrice(prices, 'p', 'gpt-4o')).toBe(first)
  })
})

test('every model is shipped once, with a price and limits', () => {
  const names = shippedPrices.map(({ provider, model }) => `${provider} ${model}`)

  expect(new Set(names).size).toBe(names.length)
  for (const price of shippedPrices) {
    expect(price.inputPico).toBeGreaterThan(0)
    // Embedding models have no output.
    expect(price.outputPico === 0 || price.outputPico >= price.inputPico).toBe(true)
    expect(price.cacheReadPico).toBeLessThanOrEqual(price.inputPico)
    expect(price.cacheWritePico).toBeGreaterThanOrEqual(price.inputPico)
    expect(price.contextTokens).toBeGreaterThanOrEqual(price.maxOutputTokens)
    expect(price.maxOutputTokens).toBeGreaterThan(0)
  }
  expect(findPrice(shippedPrices, 'flowtill', 'flowtill-demo')).toMatchObject({
    inputPico: 100_000,
    outputPico: 400_000,
  })
})

test('a unit of a service that is not a model costs its listed price', () => {
  const costOf = (provider: string, model: string, input: number) => {
    const price = findPrice(shippedPrices, provider, model)
    return price && worstCaseMicro(price, { input, output: 0 })
  }

  expect(costOf('cohere', 'rerank-v3.5', 1)).toBe(2_000)
  expect(costOf('tavily', 'search-credit', 2)).toBe(16_000)
  expect(costOf('voyage', 'rerank-2.5', 100_000)).toBe(5_000)
})
