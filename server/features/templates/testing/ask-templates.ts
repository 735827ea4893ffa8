import { catalogue } from '#server/nodes/catalogue.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import type { TemplateLanguage } from '#shared/templates.ts'
import { createShippedTemplates } from '../shipped-templates.ts'
import { leaks, type NaturalQuestion } from './natural-questions.ts'

const shipped = createShippedTemplates(catalogue)

const articles = {
  en: [
    'Ephesus was an ancient Greek city on the coast of Ionia, in present-day Selçuk in İzmir Province, Turkey. It was built in the 10th century BC on the site of Apasa, the former Arzawan capital, by Attic and Ionian Greek colonists. During the Classical Greek era, it was one of twelve cities that were members of the Ionian League. The city came under the control of the Roman Republic in 129 BC.',
    'The city was famous in its day for the nearby Temple of Artemis (completed around 550 BC), which has been designated one of the Seven Wonders of the Ancient World. Its many monumental buildings included the Library of Celsus and a theatre capable of holding 24,000 spectators.',
    'The ferry leaves at noon. A ticket for the ferry costs 40 lira.',
  ],
  tr: [
    'Efes, Anadolu’nun batı kıyısında, bugünkü İzmir ilinin Selçuk ilçesinde bulunan antik bir Yunan kentiydi. Klasik Yunan döneminde İyonya’nın on iki kentinden biriydi.',
    'Dünyanın yedi harikasından biri olan Artemis Tapınağı, antik dünyanın mermerden yapılmış ilk tapınağıdır. Tapınağın temelleri MÖ 7. yüzyıla kadar gider.',
    'Vapur öğlen kalkar. Vapur bileti 40 lira.',
  ],
}

function writePage(language: TemplateLanguage) {
  const paragraphs = articles[language].map((text) => `<p>${text}</p>`)
  return `<html><body><nav>Home</nav><main><h1>Ephesus</h1>${paragraphs.join('')}</main></body></html>`
}

export async function openTemplates() {
  const page = await listen((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(writePage(request.url === '/tr' ? 'tr' : 'en'))
  })
  const { signUp } = await createTestApp({
    listen: true,
    env: { OUTGOING_ALLOW: new URL(page.origin).host },
  })
  const ada = await signUp('ada')
  const flows = new Map<string, string>()
  let chats = 0

  async function flowOf(template: string, language: TemplateLanguage) {
    const key = `${template} ${language}`
    const { name, flowData = '' } = shipped.find(template, language) ?? {}
    const reachable = flowData.replace(/https:\/\/\w+\.wikipedia\.org\/[\w/]+/, `${page.origin}/${language}`)
    const made =
      flows.get(key) ??
      (await ada.call('POST', '/chatflows', { name, flowData: reachable, type: 'CHATFLOW' })).json().id
    flows.set(key, made)
    return made
  }

  async function chat(template: string, language: TemplateLanguage, questions: readonly string[]) {
    const id = await flowOf(template, language)
    chats += 1
    const answers: string[] = []
    for (const question of questions) {
      const body = { question, chatId: `chat ${chats}` }
      const { json, text, message } = (await ada.call('POST', `/prediction/${id}`, body)).json()
      answers.push(json ? JSON.stringify(json) : (text ?? `error: ${message}`))
    }
    return answers
  }

  async function judge({ template, in: language, after = [], ask, holds, not }: NaturalQuestion) {
    const answer = (await chat(template, language, [...after, ask])).at(-1) ?? ''
    const isSensible =
      holds.every((fact) => fact.test(answer)) &&
      !not?.test(answer) &&
      !leaks.test(answer) &&
      answer.length < 700
    return { answer, isSensible }
  }

  return { chat, judge }
}
