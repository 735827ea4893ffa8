import { expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { templateLanguages } from '#shared/templates.ts'
import { createShippedTemplates } from './shipped-templates.ts'
import { openTemplates } from './testing/ask-templates.ts'
import { heldOutQuestions } from './testing/held-out-questions.ts'
import { leaks, type NaturalQuestion, naturalQuestions } from './testing/natural-questions.ts'

const shipped = createShippedTemplates(catalogue)
const givesUp =
  /do not (?:know|have) that|bilmiyorum|could not find|bulamadım|write back|size yazacak|does not say|hüküm yok|o yok|please (?:ask|call|bring)|lütfen (?:İnsan|bizi|gece|getirin)|demo model|demo modeli|unclear/i

test('at least 58 of 60 natural questions to the templates get a sensible answer', async () => {
  expect(naturalQuestions).toHaveLength(60)
  const failures = await findFailures(naturalQuestions)

  expect(60 - failures.length, failures.join('\n')).toBeGreaterThanOrEqual(58)
})

test('questions written after the rewrite get about as many sensible answers', async () => {
  const failures = await findFailures(heldOutQuestions)

  expect(heldOutQuestions.length - failures.length, failures.join('\n')).toBeGreaterThanOrEqual(20)
})

test('every starter prompt of a template works', async () => {
  const { chat } = await openTemplates()
  const failures: string[] = []
  for (const language of templateLanguages) {
    // The demo model does not translate.
    for (const { id, chatbotConfig } of shipped.list(language).filter(({ id }) => !/translat/.test(id))) {
      const prompts = Object.values<{ prompt: string }>(JSON.parse(chatbotConfig).starterPrompts)
      for (const { prompt } of prompts) {
        const [answer = ''] = await chat(id, language, [prompt])
        if (answer === '' || givesUp.test(answer) || leaks.test(answer)) {
          failures.push(`${id} ${language}: ${prompt}\n  → ${answer}`)
        }
      }
    }
  }

  expect(failures).toEqual([])
})

test('a flow created from a template has its starter prompts', async () => {
  const { signUp, services } = await createTestApp()
  const { user, call } = await signUp('ada')
  const { name, flowData, chatbotConfig } = shipped.list('en')[0] ?? raise()

  const startedFlow = { name, flowData, type: 'CHATFLOW' as const, chatbotConfig }
  const { id } = await services.flows.start({ userId: user.id, authorId: user.id }, startedFlow)

  expect((await call('GET', `/chatflows/${id}`)).json().chatbotConfig).toBe(chatbotConfig)
})

function raise(): never {
  throw new Error('There is no template.')
}

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
