import { expect, test } from 'vitest'
import { openTemplates } from './testing/ask-templates.ts'
import { type NaturalQuestion, naturalQuestions } from './testing/natural-questions.ts'

test.fails('at least 52 of 60 natural questions to the templates get a sensible answer', async () => {
  expect(naturalQuestions).toHaveLength(60)
  const failures = await findFailures(naturalQuestions)

  expect(60 - failures.length, failures.join('\n')).toBeGreaterThanOrEqual(52)
})

async function findFailures(questions: readonly NaturalQuestion[]) {
  const { judge } = await openTemplates()
  const failures: string[] = []
  for (const question of questions) {
    const { answer, isSensible } = await judge(question)
    if (!isSensible) {
      failures.push(`${question.template} ${question.in}: ${question.ask}\n  → ${answer}`)
    }
  }
  return failures
}
