import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, signInAdmin } from './browser.ts'

const { openPage } = openBrowser()

async function addCredential(
  page: Page,
  name: string,
  { key = 'sandbox-mine', basePath }: { key?: string; basePath: string },
) {
  const { id } = (await callAs(page, 'POST', '/credentials', {
    ...{ name, credentialName: 'openAIApi' },
    plainDataObj: { openAIApiKey: key, basePath },
  })) as { id: string }
  return id
}

/** The dialogs of the screen, with a credential chosen. */
async function choose(page: Page, dialog: ReturnType<Page['getByRole']>, credential: string) {
  await dialog.getByRole('combobox', { name: 'Credential' }).click()
  await page.getByRole('option', { name: credential, exact: true }).click()
}

test('an OpenAI assistant is added with a file, answers from it in a flow, and is deleted here and at OpenAI', async () => {
  const { page, url, complaints } = await openPage(still)
  await signInAdmin(page, url, '/app/assistants/openai')
  const credential = await addCredential(page, 'My OpenAI', { basePath: `${url}/sandbox/openai/v1` })
  const violations = await violationsInBothSchemes(page, 'no OpenAI assistants')

  await page.getByRole('button', { name: 'Add assistant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add OpenAI assistant' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a model').waitFor()
  await dialog.getByRole('combobox', { name: 'Credential' }).click()
  await page.getByRole('option', { name: 'My OpenAI' }).click()
  await dialog.getByLabel('Model').fill('flowtill-demo')
  await dialog.getByLabel('Name').fill('Museum desk')
  await dialog.getByText('11 of 256').waitFor()
  await dialog.getByLabel('Instructions').fill('Helps visitors.')
  await dialog.getByLabel('File search').check()
  await dialog.getByRole('button', { name: 'New…' }).click()
  const storing = page.getByRole('dialog', { name: 'New vector store' })
  violations.push(...(await violationsInBothSchemes(page, 'new vector store')))
  await storing.getByLabel('Days until it expires').fill('30')
  await storing.getByRole('button', { name: 'Create' }).click()
  await storing.waitFor({ state: 'detached' })
  await dialog.getByLabel('Add files to search').setInputFiles({
    ...{ name: 'handbook.txt', mimeType: 'text/plain' },
    buffer: Buffer.from('The museum of glass opens at ten in the morning.'),
  })
  await dialog.getByText('handbook.txt').waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'OpenAI assistant')))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const card = page.getByRole('listitem').filter({ hasText: 'Museum desk' })
  await card.getByText('Responses API', { exact: true }).waitFor()
  await card.getByText('File search · 1 file').waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'OpenAI assistants')))
  await page.getByRole('button', { name: 'Table' }).click()
  await page.getByRole('cell', { name: 'Museum desk', exact: true }).waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'OpenAI assistants in a table')))
  await page.getByRole('button', { name: 'Cards' }).click()

  const all = (await callAs(page, 'GET', '/assistants?type=OPENAI')) as { id: string; details: string }[]
  const stored = all.find(({ details }) => details.includes('Museum desk'))
  const node = {
    ...{ id: 'openAIAssistant_0', type: 'customNode', position: { x: 0, y: 0 } },
    data: {
      ...{ id: 'openAIAssistant_0', name: 'openAIAssistant', label: 'OpenAI Assistant' },
      inputs: { selectedAssistant: stored?.id },
    },
  }
  const flow = (await callAs(page, 'POST', '/chatflows', {
    ...{ name: 'Desk', type: 'CHATFLOW', flowData: JSON.stringify({ nodes: [node], edges: [] }) },
  })) as { id: string }
  const answer = await callAs(page, 'POST', `/prediction/${flow.id}`, {
    question: 'When does the museum open?',
  })
  expect(answer).toMatchObject({
    text: expect.stringContaining('ten'),
    sourceDocuments: [{ metadata: { source: 'handbook.txt' } }],
  })

  await page.getByRole('button', { name: 'Load existing' }).click()
  const former = page.getByRole('dialog', { name: 'Load existing' })
  await former.getByRole('combobox', { name: 'Credential' }).click()
  await page.getByRole('option', { name: 'My OpenAI' }).click()
  await former.getByText('Load them from a file').waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'load existing')))
  await former.getByRole('button', { name: 'Cancel' }).click()

  const storeId = JSON.parse(stored?.details ?? '{}').tool_resources.file_search.vector_store_ids[0] as string
  await card.getByRole('button', { name: 'Museum desk', exact: true }).click()
  const editing = page.getByRole('dialog', { name: /Museum desk/ })
  await editing.getByText('handbook.txt').waitFor()
  await editing.getByRole('button', { name: 'Delete' }).click()
  const removing = page.getByRole('alertdialog', { name: /Museum desk/ })
  violations.push(...(await violationsInBothSchemes(page, 'delete where')))
  await removing.getByRole('button', { name: 'Here and at OpenAI' }).click()
  await removing.waitFor({ state: 'detached' })
  await card.waitFor({ state: 'detached' })
  const stores = await callAs(page, 'GET', `/openai-assistants-vector-store?credential=${credential}`)

  expect(storeId).toMatch(/^vs_/)
  expect(stores).toEqual([])
  expect(violations).toEqual([])
  // The former API answers 502 with what to do instead.
  expect(complaints.filter((text) => !text.includes('502'))).toEqual([])
})

test('an assistant is loaded from a server that still lists it, and what is gone there is removed here', async () => {
  const { page, url, complaints } = await openPage(still)
  await signInAdmin(page, url, '/app/assistants/openai')
  await addCredential(page, 'Old server', { key: 'sandbox-former', basePath: `${url}/sandbox/compatible/v1` })
  await addCredential(page, 'Wrong key', { key: 'sk-wrong', basePath: `${url}/sandbox/compatible/v1` })
  await fetch(`${url}/sandbox/compatible/v1/assistants`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sandbox-former',
      'openai-beta': 'assistants=v2',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      ...{ name: 'Old desk', model: 'flowtill-demo', instructions: 'Helps visitors.' },
      tools: [{ type: 'file_search' }, { type: 'code_interpreter' }],
      tool_resources: {
        file_search: { vector_store_ids: ['vs_gone'] },
        code_interpreter: { file_ids: ['file-gone'] },
      },
    }),
  })
  const openFormer = async () => {
    await page.getByRole('button', { name: 'Load existing' }).click()
    return page.getByRole('dialog', { name: 'Load existing' })
  }

  let former = await openFormer()
  await choose(page, former, 'Wrong key')
  await former.getByText('OpenAI answered 401: Incorrect API key provided').waitFor()
  expect(await former.getByRole('button', { name: 'Load', exact: true }).isDisabled()).toBe(true)
  await choose(page, former, 'Old server')
  await former.getByRole('combobox', { name: 'Assistant' }).click()
  await page.getByRole('option', { name: /Old desk/ }).click()
  await former.getByRole('button', { name: 'Load', exact: true }).click()

  const dialog = page.getByRole('dialog', { name: 'Add OpenAI assistant' })
  await dialog.getByText('2 objects used here no longer exist').waitFor()
  expect(await dialog.getByLabel('Instructions').inputValue()).toBe('Helps visitors.')
  const violations = await violationsInBothSchemes(page, 'missing at OpenAI')
  await dialog.getByRole('button', { name: 'Remove here' }).click()
  await dialog.getByText('used here no longer').waitFor({ state: 'detached' })
  expect(await dialog.getByText('file-gone').count()).toBe(0)

  await dialog.getByRole('button', { name: 'New…' }).click()
  await page.getByRole('dialog', { name: 'New vector store' }).getByRole('button', { name: 'Create' }).click()
  await dialog.getByLabel('Add files to search').setInputFiles({
    ...{ name: 'prices.txt', mimeType: 'text/plain' },
    buffer: Buffer.from('A ticket costs 12 euros.'),
  })
  await dialog.getByText('prices.txt').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const card = page.getByRole('listitem').filter({ hasText: 'Old desk' })
  await card.getByText('File search · 1 file').waitFor()

  await card.getByRole('button', { name: 'Old desk', exact: true }).click()
  const editing = page.getByRole('dialog', { name: /Old desk/ })
  await editing.getByRole('button', { name: /Actions for the vector store/ }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const renaming = page.getByRole('dialog', { name: /Vector store/ })
  await renaming.getByLabel('Name').fill('Price list')
  violations.push(...(await violationsInBothSchemes(page, 'rename a vector store')))
  await renaming.getByRole('button', { name: 'Save' }).click()
  await renaming.waitFor({ state: 'detached' })
  await editing.getByRole('combobox', { name: 'Vector store' }).getByText('Price list').waitFor()

  await editing.getByRole('button', { name: 'Actions for the vector store Price list' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = page.getByRole('alertdialog', { name: /Price list/ })
  await question.getByText('1 assistant here uses it').waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'delete a vector store')))
  await question.getByRole('button', { name: 'Delete vector store' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => editing.getByText('prices.txt').count()).toBe(0)

  await editing.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: 'Old desk', exact: true }).click()
  const stale = page.getByRole('dialog', { name: /Old desk/ })
  await stale.getByText('1 object used here no longer exists').waitFor()
  await stale.getByRole('button', { name: 'Remove here' }).click()
  await stale.getByRole('button', { name: 'Save' }).click()
  await stale.waitFor({ state: 'detached' })
  await card.getByRole('button', { name: 'Old desk', exact: true }).click()
  await stale.getByRole('button', { name: 'Sync' }).click()
  expect(await stale.getByText('used here no longer').count()).toBe(0)

  await stale.getByRole('button', { name: 'Delete' }).click()
  const removing = page.getByRole('alertdialog', { name: /Old desk/ })
  await removing.getByRole('button', { name: 'Here and at OpenAI' }).click()
  await removing.waitFor({ state: 'detached' })
  await card.waitFor({ state: 'detached' })
  former = await openFormer()
  await choose(page, former, 'Old server')
  await former.getByText('This account has no assistants.').waitFor()
  expect(violations).toEqual([])
  expect(complaints.filter((text) => !text.includes('502'))).toEqual([])
})
