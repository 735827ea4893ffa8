import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { callAs, openBrowser } from './browser.ts'
import { ask, lastAnswer, openPublicFlow } from './public-chat.ts'

const browser = openBrowser()

type Key = { id: string; credentialName: string }

async function openSpeakingFlow() {
  const opened = await openPublicFlow(browser, {
    flowData: aDemoFlow(),
    chatbotConfig: { chatFeedback: { status: true }, fullFileUpload: { status: true } },
  })
  const keys = (await callAs(opened.owner, 'GET', '/credentials')) as Key[]
  const credentialId = keys.find(({ credentialName }) => credentialName === 'openAIApi')?.id
  await opened.change({
    speechToText: JSON.stringify({ openAIWhisper: { status: true, credentialId } }),
    textToSpeech: JSON.stringify({ openai: { status: true, credentialId, voice: 'nova' } }),
  })
  return opened
}

/** A tone instead of a microphone, and a count of the sounds that are played. */
async function replaceSound(page: Page) {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const audio = new AudioContext()
      const destination = audio.createMediaStreamDestination()
      const tone = audio.createOscillator()
      tone.connect(destination)
      tone.start()
      return destination.stream
    }
    const played: string[] = []
    Object.assign(globalThis, { played })
    HTMLMediaElement.prototype.play = async function play() {
      played.push(this.src.slice(0, 'blob:'.length))
    }
  })
  await page.reload()
}

test('a spoken question is written down and answered, and the answer is read aloud', async () => {
  const { visit } = await openSpeakingFlow()
  const { page, complaints } = await visit({ permissions: ['microphone'] })
  await replaceSound(page)

  await page.getByRole('button', { name: 'Record a message' }).click()
  await page.getByRole('group', { name: 'Recording' }).waitFor()
  await expect.poll(() => page.getByRole('timer').textContent()).toBe('0:01')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Written down from your voice').waitFor()
  expect(await page.getByRole('article', { name: /^You/ }).innerText()).toMatch(/\?/)

  await lastAnswer(page).getByRole('button', { name: 'Read aloud' }).click()
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { played: string[] }).played))
    .toEqual(['blob:'])
  await lastAnswer(page).getByRole('button', { name: 'Stop reading' }).click()
  await lastAnswer(page).getByRole('button', { name: 'Read aloud' }).waitFor()
  expect(complaints).toEqual([])
})

test('files: issues at the chip, a picture of a kind the flow does not take, and a document that is read', async () => {
  const { visit } = await openSpeakingFlow()
  const { page, complaints } = await visit()
  const choose = (name: string, mimeType: string, text: string) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) })

  await choose('film.mov', 'video/quicktime', 'not a film')
  const files = page.getByRole('list', { name: 'Attached files' })
  await files.getByText('This file type is not accepted').waitFor()
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await files.getByRole('button', { name: 'Remove film.mov' }).click()

  await choose('prices.md', 'text/markdown', '# Prices\n\nA ticket costs 12 euros.')
  await ask(page, 'What does a ticket cost?')
  await expect.poll(() => lastAnswer(page).innerText()).toContain('12 euros')
  expect(await page.getByRole('article', { name: /^You/ }).innerText()).toContain('prices.md')
  expect(complaints).toEqual([])
})

test('a bad answer takes a comment, and the rating is the one stored', async () => {
  const { visit, owner, id } = await openSpeakingFlow()
  const { page } = await visit()
  await ask(page, 'What is 12 * 7?')
  await expect.poll(() => lastAnswer(page).innerText()).toContain('84')

  const bad = lastAnswer(page).getByRole('button', { name: 'Bad answer' })
  await bad.click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Too short.')
  await page.getByRole('button', { name: 'Send comment' }).click()
  await page.getByText('Thank you for your feedback.').waitFor()

  expect(await bad.getAttribute('aria-pressed')).toBe('true')
  expect(await callAs(owner, 'GET', `/feedback/${id}`)).toMatchObject([
    { rating: 'THUMBS_DOWN', content: 'Too short.' },
  ])
})
