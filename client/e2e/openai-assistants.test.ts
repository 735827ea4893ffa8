import { expect, test } from 'vitest'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, signInAdmin } from './browser.ts'

const { openPage } = openBrowser()

test('an OpenAI assistant is added with a file, answers from it in a flow, and is deleted here and at OpenAI', async () => {
  const { page, url, complaints } = await openPage(still)
  await signInAdmin(page, url, '/app/assistants/openai')
  const { id: credential } = (await callAs(page, 'POST', '/credentials', {
    ...{ name: 'My OpenAI', credentialName: 'openAIApi' },
    plainDataObj: { openAIApiKey: 'sandbox-mine', basePath: `${url}/sandbox/openai/v1` },
  })) as { id: string }
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
  await page.getByText('Responses API', { exact: true }).waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'OpenAI assistants')))

  const [stored] = (await callAs(page, 'GET', '/assistants?type=OPENAI')) as { id: string; details: string }[]
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
  await page.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: /Museum desk/ })
  await editing.getByText('handbook.txt').waitFor()
  await editing.getByRole('button', { name: 'Delete' }).click()
  const removing = page.getByRole('alertdialog', { name: /Museum desk/ })
  violations.push(...(await violationsInBothSchemes(page, 'delete where')))
  await removing.getByRole('button', { name: 'Here and at OpenAI' }).click()
  await page.getByText('No OpenAI assistants here').waitFor()
  const stores = await callAs(page, 'GET', `/openai-assistants-vector-store?credential=${credential}`)

  expect(storeId).toMatch(/^vs_/)
  expect(stores).toEqual([])
  expect(violations).toEqual([])
  // The former API answers 502 with what to do instead.
  expect(complaints.filter((text) => !text.includes('502'))).toEqual([])
})
