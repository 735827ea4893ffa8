import { expect, test } from 'vitest'
import { chooseScenario } from './scenario.ts'

const desks = ['Payment and invoices', 'Shipping and returns', 'Asks another question', 'Anything else']
const masalar = ['Ödeme ve fatura', 'Kargo ve iade', 'Başka bir soru', 'Diğer']
const prompt = (scenarios: readonly string[], input: string) =>
  `Instructions:\nChoose a desk\n\nScenarios:\n${scenarios.map((each) => `- ${each}`).join('\n')}\n\nInput:\n${input}`

test.each([
  ['How can I pay?', 'Payment and invoices'],
  ['My parcel is late', 'Shipping and returns'],
  ['Do you like cats?', 'Asks another question'],
  ['Good luck.', 'Anything else'],
])('%s belongs to %s', (input, expected) => {
  expect(chooseScenario(prompt(desks, input), desks)).toBe(expected)
})

test.each([
  ['Kartla ödeyebilir miyim?', 'Ödeme ve fatura'],
  ['Kargom nerede kaldı?', 'Kargo ve iade'],
  ['İyi günler.', 'Diğer'],
])('%s için %s seçilir', (input, expected) => {
  expect(chooseScenario(prompt(masalar, input), masalar)).toBe(expected)
})

test('a prompt of another kind is not a choice of scenarios', () => {
  expect(chooseScenario('How can I pay?', desks)).toBeUndefined()
})
