import { catalogue } from '#server/nodes/catalogue.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import type { TemplateLanguage } from '#shared/templates.ts'
import { createShippedTemplates } from '../shipped-templates.ts'
import { leaks, type NaturalQuestion } from './natural-questions.ts'

const shipped = createShippedTemplates(catalogue)

const pages = {
  en: '<html><body><nav>Home</nav><main><h1>Harbour</h1><p>The ferry leaves at noon. A ticket for the ferry costs 40 lira. The Temple of Artemis is behind the harbour.</p></main></body></html>',
  tr: '<html><body><nav>Giriş</nav><main><h1>Liman</h1><p>Vapur öğlen kalkar. Vapur bileti 40 lira. Artemis Tapınağı limanın arkasındadır.</p></main></body></html>',
}

/** One app in which flows made from the shipped templates answer, each made when first asked. */
export async function openTemplates() {
  const page = await listen((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(pages[request.url === '/tr' ? 'tr' : 'en'])
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

  /** The answers to questions of one chat, in their order. */
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

  /** The answer, and whether it is sensible. */
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
