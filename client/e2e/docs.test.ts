import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import {
  loadPages,
  type Snippet,
  type SnippetLanguage,
  substitutePlaceholders,
} from '#client/features/docs/pages.ts'
import { languages } from '#client/texts/texts.tsx'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import type { Message } from '#shared/chat.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, register, signInAdmin, untilFocused } from './browser.ts'

const { openPage } = openBrowser()

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('from an empty state to a page, by search to another, in the other language, with the keyboard alone', async () => {
  const { page, url, complaints } = await openPage(still)
  await register(page, url)
  await page.getByRole('link', { name: 'Learn more' }).click()
  await page.waitForURL('**/docs/first-flow')
  await title(page).getByText('First flow in ten minutes').waitFor()

  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search the documentation' })
  await untilFocused(field)
  await page.keyboard.type('restore')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  expect(await violationsInBothSchemes(page, 'search of the documentation', { isStrict: true })).toEqual([])
  await page.keyboard.press('Enter')
  await title(page).getByText('Backup and restore').waitFor()
  expect(await page.title()).toBe('Backup and restore · Flowtill')

  await page.getByRole('radio', { name: 'English' }).press('ArrowRight')
  await title(page).getByText('Yedekleme ve geri yükleme').waitFor()
  await page.getByRole('heading', { name: 'SQLite yedeği' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/docs/backup')
  expect(await violationsInBothSchemes(page, 'documentation, tr', { isStrict: true })).toEqual([])

  await page.keyboard.press('Control+k')
  await untilFocused(page.getByRole('dialog').getByRole('combobox'))
  await page.keyboard.type('belgeler')
  await page.getByRole('option', { name: 'Belgeler' }).waitFor()
  await page.keyboard.press('Enter')
  await title(page).getByText('On dakikada ilk akış').waitFor()
  expect(complaints).toEqual([])
})

test('on a phone and signed out, the menu, headings and wide code stay within the page', async () => {
  const { page, url, complaints } = await openPage({ ...still, viewport: { width: 390, height: 844 } })
  await page.goto(`${url}/docs/api#streaming`)
  const heading = page.getByRole('heading', { name: 'Stream the answer' })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((each) => each.getBoundingClientRect().top)).toBeLessThan(200)
  expect(await overflowOf(page)).toBe(0)
  expect(await violationsInBothSchemes(page, 'documentation on a phone', { isStrict: true })).toEqual([])

  await page.getByRole('tab', { name: 'Python' }).first().click()
  expect(await page.getByRole('group', { name: 'Python code' }).count()).toBeGreaterThan(2)
  await page.locator('summary').click()
  await page.getByRole('link', { name: 'Self-hosting' }).click()
  await title(page).getByText('Self-hosting').waitFor()
  await page.getByRole('group', { name: 'Table' }).first().waitFor()
  expect(await page.getByRole('link', { name: 'Wallet and prices' }).isVisible()).toBe(false)
  expect(await overflowOf(page)).toBe(0)

  await page.goto(`${url}/docs/nothing`)
  await title(page).getByText('Page not found').waitFor()
  expect(complaints).toEqual([])
})

const run = promisify(execFile)

const runners: Record<SnippetLanguage, { file: string; command: string[]; needs: string[] }> = {
  curl: { file: 'ask.sh', command: ['sh'], needs: ['curl', '--version'] },
  javascript: { file: 'ask.mjs', command: [process.execPath], needs: [process.execPath, '--version'] },
  python: { file: 'ask.py', command: ['python3'], needs: ['python3', '-c', 'import requests'] },
}

const canRun = ([command = '', ...rest]: string[]) =>
  run(command, rest).then(
    () => true,
    () => false,
  )

/** Runs a snippet as a reader would: the text of the page in a file, the key in the environment. */
async function runSnippet({ language, code }: Snippet, key: string) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { file, command } = runners[language]
  const [program = '', ...rest] = command
  writeFileSync(join(folder, file), code)
  // biome-ignore lint/style/noProcessEnv: the interpreters are found there
  const env = { ...process.env, FLOWTILL_KEY: key, PYTHONIOENCODING: 'utf-8' }
  const { stdout } = await run(program, [...rest, file], { cwd: folder, env })
  return stdout
}

async function openFlow() {
  const { page, url } = await openPage(still)
  await signInAdmin(page, url, '/api/v1/ping')
  const name = `Docs ${process.pid}`
  const flow = { name, type: 'CHATFLOW', flowData: aDemoFlow() }
  const { id } = (await callAs(page, 'POST', '/chatflows', flow)) as SavedFlow
  const keys = (await callAs(page, 'POST', '/apikey', {
    keyName: name,
    permissions: ['flows:ask'],
  })) as ApiKey[]
  const key = keys.find(({ apiKey }) => !apiKey.includes('…'))
  if (!key) {
    throw new Error('No key was created.')
  }
  await callAs(page, 'PUT', `/chatflows/${id}`, { apikeyid: key.id })
  const lastMessages = async () => (await callAs(page, 'GET', `/chatmessage/${id}?order=DESC`)) as Message[]
  return { url, id, key: key.apiKey, lastMessages }
}

test.each(languages)('the snippets in %s run unchanged and return the stored answer', async (language) => {
  const { url, id, key, lastMessages } = await openFlow()
  const pages = await loadPages(language)
  const snippets = pages.flatMap(({ name, sections }) =>
    sections.flatMap(({ id: section, blocks }) =>
      blocks
        .flatMap((block) => ('snippets' in block ? block.snippets : []))
        .map((snippet) => ({ place: `${name}#${section}`, ...snippet })),
    ),
  )
  const runnable = new Set<SnippetLanguage>()
  for (const [name, { needs }] of Object.entries(runners)) {
    if (await canRun(needs)) {
      runnable.add(name as SnippetLanguage)
    }
  }
  expect([...runnable]).toEqual(expect.arrayContaining(['curl', 'javascript']))
  expect(snippets).toHaveLength(15)

  for (const snippet of snippets.filter((each) => runnable.has(each.language))) {
    const { place } = snippet
    const code = substitutePlaceholders(snippet.code, { address: url, flow: id })
    const output = await runSnippet({ ...snippet, code }, key)
    if (place === 'errors#body') {
      expect(output, `${place} ${snippet.language}`).toMatch(/404[\s\S]*NOT_FOUND/)
      continue
    }
    const [answer, question] = await lastMessages()
    expect(code, place).toContain(question?.content.split('\n').at(-1))
    const text = snippet.language === 'curl' ? textOfCurl(output) : output
    expect(text.trim(), `${place} ${snippet.language}`).toContain(String(answer?.content).trim())
    if (place === 'api#conversation') {
      expect(answer?.sessionId).toBe('visitor-42')
    }
  }
})

/** cURL prints the response itself: JSON, or the events of a stream. */
function textOfCurl(output: string) {
  if (output.startsWith('{')) {
    return (JSON.parse(output) as { text: string }).text
  }
  const events = output
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice(5)) as { event: string; data: string })
  expect(events.at(-1)?.event).toBe('end')
  return events
    .filter(({ event }) => event === 'token')
    .map(({ data }) => data)
    .join('')
}
