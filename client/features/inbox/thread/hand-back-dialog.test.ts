import { expect, test } from 'vitest'
import { aMessage } from '../testing/samples.ts'
import { suggestSummary } from './hand-back-dialog.tsx'

test('the summary suggests what visitor and operators have said since AI was turned off', () => {
  const byHand = { role: 'apiMessage', isManualMessage: true, operatorName: 'deniz' } as const
  const messages = [
    aMessage(1, { content: 'Before' }),
    aMessage(2, { content: 'By AI', role: 'apiMessage' }),
    aMessage(3, { content: 'Is it safe?' }),
    aMessage(4, { ...byHand, content: 'Yes, up to 55 °C.' }),
    aMessage(0, { ...byHand, id: 'own', content: 'Not sent', pending: 'failed' }),
  ]

  expect(suggestSummary(messages, aMessage(2).createdDate, 'Visitor')).toBe(
    'Visitor: Is it safe?\ndeniz: Yes, up to 55 °C.',
  )
})
