import { expect, test } from 'vitest'
import { suggestQuestions } from './suggest-questions.ts'

const ask = (topic: string) => `What about “${topic}”?`

test('questions in the content come first, else the beginning of a text', () => {
  expect(
    suggestQuestions(
      [
        '## Opening hours. We open at ten.',
        'When can I return a bowl? Within 14 days.',
        '- Parking is free,',
      ],
      ask,
    ),
  ).toEqual(['What about “Opening hours”?', 'When can I return a bowl?', 'What about “Parking is free”?'])
})

test('at most three, spread over the content, none twice', () => {
  const texts = [
    'Alpha one.',
    'Alpha one.',
    'Beta two.',
    'Gamma three.',
    'Delta four.',
    'Omega five.',
    'Zeta six.',
  ]
  expect(suggestQuestions(texts, (topic) => topic)).toEqual(['Alpha one', 'Gamma three', 'Omega five'])
  expect(suggestQuestions(['', '--'], ask)).toEqual([])
})
