import { expect, test } from 'vitest'
import { bareQuestion } from './bare-question.ts'

test('a question is shown without the documents that precede it', () => {
  expect(bareQuestion("<doc name='a'>One</doc>\n\nTwo</doc><doc name='b'></doc>\n\nWhat?\n\nAnd why?")).toBe(
    'What?\n\nAnd why?',
  )
  expect(bareQuestion('What is </doc>\n\nfor?')).toBe('What is </doc>\n\nfor?')
})
