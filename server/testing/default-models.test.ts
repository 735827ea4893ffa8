import { expect, test } from 'vitest'
import { findPrice, shippedPrices } from '#server/features/usage/price.ts'
import { catalogue } from '#server/nodes/catalogue.ts'

test.each([
  ['chatOpenAI', 'openai'],
  ['chatAnthropic', 'anthropic'],
  ['chatGoogleGenerativeAI', 'google'],
])('the default model of %s has a shipped price', (name, provider) => {
  const { modelName } = catalogue.get(name)?.inputs ?? {}
  const model = modelName && 'default' in modelName ? String(modelName.default) : ''

  expect(findPrice(shippedPrices, provider, model)).toBeDefined()
})
