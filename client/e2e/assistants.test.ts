import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, signInAdmin } from './browser.ts'

const { openPage } = openBrowser()

/** A store whose one source is read and indexed. */
async function addStore(page: Page) {
  const { id } = (await callAs(page, 'POST', '/document-store/store', {
    name: 'Museum handbook',
    description: 'Opening hours and tickets of the museum',
  })) as { id: string }
  const source = {
    ...{ storeId: id, loaderId: 'plainText', loaderName: 'Opening hours' },
    loaderConfig: { text: 'The museum of glass opens at ten in the morning.' },
    ...{ splitterId: 'characterTextSplitter', splitterName: 'Character', splitterConfig: {} },
  }
  const saved = (await callAs(page, 'POST', '/document-store/loader/save', source)) as { id: string }
  await callAs(page, 'POST', `/document-store/loader/process/${saved.id}`, { ...source, id: saved.id })
  await callAs(page, 'POST', '/document-store/vectorstore/insert', {
    ...{ storeId: id, embeddingName: 'flowtillEmbeddings', embeddingConfig: {} },
    ...{ vectorStoreName: 'flowtillIndex', vectorStoreConfig: {} },
  })
}

test('an assistant is set up, asked while it is a draft, published, asked by REST, continued as a flow and deleted', async () => {
  const { page, url, complaints } = await openPage(still)
  await signInAdmin(page, url, '/app/assistants')
  await addStore(page)
  await page.getByRole('button', { name: 'Add assistant' }).click()
  const adding = page.getByRole('dialog', { name: 'Add assistant' })
  await adding.getByLabel('Name').fill('Museum desk')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await page.waitForURL(/\/app\/assistants\/custom\/[\w-]+$/)
  const id = page.url().split('/').at(-1) ?? ''

  // What is missing is listed, and leads to its field.
  const issues = page.getByRole('region', { name: '2 things to complete' })
  await issues.getByRole('button', { name: 'Go to field' }).first().click()
  const model = page.getByRole('combobox', { name: 'Choose a model' })
  await expect.poll(() => model.evaluate((field) => field === document.activeElement)).toBe(true)
  const violations = await violationsInBothSchemes(page, 'new assistant')
  await model.click()
  await page.getByRole('option', { name: 'Flowtill Demo' }).click()

  await page.getByRole('button', { name: 'Write it for me' }).click()
  const writing = page.getByRole('dialog', { name: 'Write instructions' })
  await writing.getByLabel('What should it do?').fill('Answers questions about the museum.')
  await writing.getByRole('button', { name: 'Write', exact: true }).click()
  await writing.getByRole('button', { name: 'Use these instructions' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Instructions' }).inputValue())
    .toContain('questions about the museum')

  await page.getByRole('button', { name: 'Add a pool or store' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Museum handbook/ })
    .click()
  await page.getByRole('button', { name: 'Add a tool' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Calculator/ })
    .click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await issues.waitFor({ state: 'detached' })
  violations.push(...(await violationsInBothSchemes(page, 'complete assistant')))

  const write = page.getByRole('textbox', { name: 'Message' })
  await write.fill('What is 12 * 7?')
  await write.press('Enter')
  await expect.poll(() => page.getByRole('log').innerText()).toContain('84')
  const messages = async () => JSON.stringify(await callAs(page, 'GET', `/internal-chatmessage/${id}`))
  await expect.poll(messages).toContain('calculator')
  await page.reload()
  await expect.poll(() => page.getByRole('log').innerText()).toContain('84')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Version 1 is live').waitFor()
  const keys = (await callAs(page, 'POST', '/apikey', { keyName: 'Shop', permissions: ['flows:ask'] })) as {
    keyName: string
    apiKey: string
  }[]
  const response = await fetch(`${url}/api/v1/prediction/${id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${keys.find(({ keyName }) => keyName === 'Shop')?.apiKey}`,
    },
    body: JSON.stringify({ question: 'What is 6 * 7?' }),
  })
  const answer: unknown = await response.json()
  expect(answer).toMatchObject({
    text: expect.stringContaining('42'),
    usedTools: expect.arrayContaining([expect.objectContaining({ tool: 'calculator' })]),
  })
  const [keyed] = (await callAs(page, 'GET', '/assistants?type=CUSTOM')) as { details: string }[]
  expect(JSON.parse(keyed?.details ?? '{}')).toMatchObject({
    name: 'Museum desk',
    tools: [{ name: 'calculator' }],
  })

  await page.getByRole('button', { name: 'Open as flow' }).click()
  const continuing = page.getByRole('dialog', { name: 'Continue on the canvas' })
  violations.push(...(await violationsInBothSchemes(page, 'continue as flow')))
  await continuing.getByRole('button', { name: 'Create chat flow' }).click()
  await page.getByTestId('node-toolAgent_0').waitFor()
  await page.getByTestId('node-documentStoreVS_0').waitFor()

  await page.goto(`${url}/app/assistants/custom`)
  await page.getByRole('link', { name: 'Museum desk' }).waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'custom assistants')))
  await page.goto(`${url}/app/assistants`)
  await page.getByRole('link', { name: 'Museum desk' }).waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'assistants')))
  await page.goto(`${url}/app/assistants/custom`)
  await page.getByRole('button', { name: 'Actions for Museum desk' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete assistant' }).click()
  await page
    .getByRole('heading', { name: 'No assistants yet' })
    .or(page.getByText('No assistants yet'))
    .waitFor()
  const gone = (await callAs(page, 'GET', '/chatflows?type=ASSISTANT')) as unknown[]

  expect(gone).toEqual([])
  expect(violations).toEqual([])
  expect(complaints).toEqual([])
})
