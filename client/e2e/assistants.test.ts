import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, register, signInAdmin } from './browser.ts'
import { startEmptyProduct } from './start-product.ts'

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
  const question = page.getByRole('alertdialog')
  await question.getByText('Messages', { exact: true }).waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'delete assistant')))
  await question.getByRole('button', { name: 'Delete assistant' }).click()
  await page
    .getByRole('heading', { name: 'No assistants yet' })
    .or(page.getByText('No assistants yet'))
    .waitFor()
  const gone = (await callAs(page, 'GET', '/chatflows?type=ASSISTANT')) as unknown[]

  expect(gone).toEqual([])
  expect(violations).toEqual([])
  expect(complaints).toEqual([])
})

const orderTool = {
  name: 'get_order',
  description: 'Finds the order with this number',
  color: '#000',
  schema: JSON.stringify([{ property: 'id', type: 'string', description: 'Number', required: true }]),
  func: "return 'order ' + $id + ' is on its way'",
}

async function tabTo(page: Page, target: Locator) {
  const isFocused = () => target.evaluate((part) => part.contains(document.activeElement))
  await target.waitFor()
  for (let steps = 0; steps < 120 && !(await isFocused()); steps += 1) {
    await page.keyboard.press('Tab')
  }
  expect(await isFocused()).toBe(true)
}

async function press(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Records what the chat shows while an answer arrives. */
async function recordLog(page: Page) {
  await page.getByRole('log').evaluate((log) => {
    const texts: string[] = []
    Object.assign(globalThis, { texts })
    new MutationObserver(() => texts.push(log.textContent ?? '')).observe(log, {
      ...{ subtree: true, childList: true, characterData: true },
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { texts: string[] }).texts)
}

test('by keyboard alone an assistant is built of a model, knowledge and a tool that its chat calls, and opened as a flow', async () => {
  const { page, complaints } = await openPage(still)
  // The first account is an admin. No other test has a tool of this name there.
  await register(page, await startEmptyProduct(), '/app/assistants/custom')
  await addStore(page)
  await callAs(page, 'POST', '/tools', orderTool)
  await page.reload()
  await press(page, page.getByRole('button', { name: 'Add assistant' }))
  await page.getByRole('dialog', { name: 'Add assistant' }).waitFor()
  await page.keyboard.type('Helper')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/assistants\/custom\/[\w-]+$/)
  const id = page.url().split('/').at(-1) ?? ''

  await press(page, page.getByRole('combobox', { name: 'Choose a model' }))
  await page.getByRole('option', { name: 'Flowtill Demo' }).waitFor()
  await page.keyboard.type('Flowtill Demo')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Write it for me' }))
  const writing = page.getByRole('dialog', { name: 'Write instructions' })
  await tabTo(page, writing.getByLabel('What should it do?'))
  await page.keyboard.type('Finds orders of the museum shop.')
  await press(page, writing.getByRole('button', { name: 'Write', exact: true }))
  const use = writing.getByRole('button', { name: 'Use these instructions' })
  await use.waitFor()
  await press(page, use)

  await press(page, page.getByRole('button', { name: 'Add a pool or store' }))
  const store = page.getByRole('dialog').getByRole('button', { name: /Museum handbook/ })
  await store.waitFor()
  await press(page, store)
  const description = page.getByRole('textbox', { name: 'When to search here' })
  const before = await description.inputValue()
  await press(page, page.getByRole('button', { name: 'Describe from its content' }))
  await expect.poll(() => description.inputValue()).not.toBe(before)
  await press(page, page.getByRole('button', { name: 'Add a tool' }))
  const tool = page.getByRole('dialog').getByRole('button', { name: /^get_order/ })
  await tool.waitFor()
  await press(page, tool)
  await page.getByText('Saved', { exact: true }).waitFor()
  const [saved] = (await callAs(page, 'GET', '/assistants?type=CUSTOM')) as { details: string }[]
  expect(JSON.parse(saved?.details ?? '{}')).toMatchObject({
    ...{
      name: 'Helper',
      chatModel: { name: 'flowtillDemoModel' },
      instruction: expect.stringContaining('orders'),
    },
    documentStores: [{ name: 'Museum handbook', description: await description.inputValue() }],
    tools: [{ name: 'customTool', label: 'get_order' }],
  })

  await tabTo(page, page.getByRole('textbox', { name: 'Message' }))
  const read = await recordLog(page)
  await page.keyboard.type('Find the order with this number: 7 [[sandbox delay=40]]')
  await page.keyboard.press('Enter')
  const messages = async () => JSON.stringify(await callAs(page, 'GET', `/internal-chatmessage/${id}`))
  await expect.poll(messages, { timeout: 20_000 }).toContain('is on its way')
  await expect.poll(() => page.getByRole('log').innerText()).toContain('get_order')
  const [, answer] = (await callAs(page, 'GET', `/internal-chatmessage/${id}`)) as { content: string }[]
  const words = answer?.content.split(/\s+/) ?? []
  const start = words.slice(0, Math.ceil(words.length / 2)).join(' ')
  const isPartial = (text: string) => text.includes(start) && !text.includes(words.slice(-2).join(' '))
  expect((await read()).some(isPartial)).toBe(true)

  await press(page, page.getByRole('button', { name: 'Open as flow' }))
  const continuing = page.getByRole('dialog', { name: 'Continue on the canvas' })
  await press(page, continuing.getByRole('button', { name: 'Create chat flow' }))
  for (const node of [
    'flowtillDemoModel',
    'toolAgent',
    'bufferMemory',
    'customTool',
    'retrieverTool',
    'documentStoreVS',
  ]) {
    await page.getByTestId(`node-${node}_0`).waitFor()
  }
  expect(complaints).toEqual([])
})

test('offline the form stays on this device: sent once the network is back, or opened after a reload', async () => {
  const { page } = await openPage(still)
  const url = await startEmptyProduct()
  await register(page, url, '/app/assistants/custom')
  const details = JSON.stringify({
    ...{ name: 'Field desk', instruction: 'Answer briefly.' },
    chatModel: { name: 'flowtillDemoModel', inputs: {} },
  })
  const { id } = (await callAs(page, 'POST', '/assistants', { details, type: 'CUSTOM' })) as { id: string }
  const stored = async () =>
    JSON.parse(((await callAs(page, 'GET', `/assistants/${id}`)) as { details: string }).details).instruction
  await page.goto(`${url}/app/assistants/custom/${id}`)
  const instructions = page.getByRole('textbox', { name: 'Instructions' })
  await page.getByText('Saved', { exact: true }).waitFor()

  await page.context().setOffline(true)
  await instructions.fill('Answer in one word.')
  await page.getByText('Offline · saved on this device').waitFor()
  expect(await violationsInBothSchemes(page, 'offline assistant')).toEqual([])
  await page.context().setOffline(false)
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await stored()).toBe('Answer in one word.')

  await page.route(/saveDraft/, (route) => route.abort('internetdisconnected'))
  await instructions.fill('Answer in two words.')
  await page.getByText('Offline · saved on this device').waitFor()
  await page.reload()
  await page.unroute(/saveDraft/)
  await expect.poll(() => instructions.inputValue()).toBe('Answer in two words.')
  await page
    .getByRole('button', { name: 'Save again' })
    .or(page.getByText('Saved', { exact: true }))
    .first()
    .waitFor()
  await instructions.press('End')
  await page.keyboard.type(' Please.')
  await expect.poll(stored).toBe('Answer in two words. Please.')
})
