import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { Tool } from '#shared/tools.ts'
import { callAs, openBrowser, signInAdmin } from './browser.ts'
import { draftOf, focusCanvas, saveState } from './journey-canvas.ts'

const { openPage } = openBrowser()

const toolIds = ['customTool_0', 'calculator_0', 'currentDateTime_0']

const agentWith = (toolId: string) =>
  JSON.stringify(
    buildFlow([
      { name: 'customTool', inputs: { selectedTool: toolId } },
      { name: 'calculator' },
      { name: 'currentDateTime' },
      { name: 'flowtillDemoModel' },
      { name: 'bufferMemory' },
      {
        name: 'toolAgent',
        inputs: {
          tools: toolIds.map(referenceTo),
          systemMessage: 'You are {{$vars.TONE}}.',
          model: referenceTo('flowtillDemoModel_0'),
          memory: referenceTo('bufferMemory_0'),
        },
      },
    ]),
  )

test('a tool is written, tested, used by an agent, shown in the run, and its deletion confirmed', async () => {
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url, '/app/variables')
  await page.getByRole('button', { name: 'Add variable' }).first().click()
  const variable = page.getByRole('dialog', { name: 'Add variable' })
  await variable.getByLabel('Name').fill('TONE')
  await variable.getByRole('button', { name: 'Add variable' }).click()
  await variable.getByRole('alert').waitFor()
  await variable.getByText('Runtime', { exact: true }).click()
  await variable.getByText(/Read at every run from FLOW_VAR_TONE/).waitFor()
  await expect.poll(() => variable.getByLabel('Value').count()).toBe(0)
  await variable.getByText('Static', { exact: true }).click()
  await variable.getByLabel('Value').fill('polite')
  await variable.getByRole('button', { name: 'Add variable' }).click()
  await page.getByRole('button', { name: 'TONE', exact: true }).waitFor()

  await page.goto(`${url}/app/tools`)
  await page.getByRole('button', { name: 'Create a tool' }).click()
  const editor = page.getByRole('dialog', { name: 'Create a tool' })
  const save = editor.getByRole('button', { name: 'Create tool' })
  await editor.getByLabel('Name').fill('Get Order')
  expect(await save.isDisabled()).toBe(true)
  await editor.getByLabel('Description', { exact: false }).first().fill('Finds the order with this number')
  await save.click()
  await editor.getByText('Use lower case letters, digits and _, not starting with a digit').waitFor()
  await editor.getByLabel('Name').fill('get_order')
  await editor.getByRole('button', { name: 'Add row' }).click()
  await editor.getByLabel('Property 1', { exact: true }).fill('id')
  await editor.getByLabel('Property 1 is required').check()
  await editor.getByRole('button', { name: 'Paste JSON' }).click()
  const paste = page.getByRole('dialog', { name: 'Paste JSON' })
  await paste.getByLabel('JSON').fill('{"verbose": true}')
  await paste.getByRole('button', { name: 'Add rows' }).click()
  await editor.getByLabel('Property 2', { exact: true }).waitFor()

  // Esc leaves the code editor and keeps the dialog open.
  const code = editor.getByRole('textbox', { name: 'JavaScript function' })
  await code.click()
  await page.keyboard.type("return 'order ' + $id + ' is on its way, ' + $vars.TONE")
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await editor.isVisible()).toBe(true)
  const trial = editor.getByRole('region', { name: 'Test' })
  await trial.getByLabel('id').fill('7')
  await trial.getByRole('button', { name: 'Run test' }).click()
  await trial.getByText('order 7 is on its way, polite').waitFor()
  await save.click()
  await page.getByRole('button', { name: 'get_order', exact: true }).waitFor()

  const [tool] = (await callAs(page, 'GET', '/tools')) as Tool[]
  const flow = (await callAs(page, 'POST', '/chatflows', {
    type: 'CHATFLOW',
    name: 'Order desk',
    flowData: agentWith(tool?.id ?? ''),
  })) as { id: string }
  await page.goto(`${url}/canvas/${flow.id}`)
  await page.getByTestId('node-toolAgent_0').waitFor()
  await page.getByTestId('chat-button').click()
  const write = page.getByRole('textbox', { name: 'Message' })
  await write.fill('Find the order with this number: 7')
  await write.press('Enter')
  await expect.poll(() => page.getByRole('log').innerText()).toContain('get_order')
  await expect
    .poll(async () => JSON.stringify(await callAs(page, 'GET', `/internal-chatmessage/${flow.id}`)))
    .toContain('is on its way, polite')

  await page.getByRole('button', { name: 'Close the run trace' }).first().click()
  await focusCanvas(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Alt+t')
  await page.getByRole('button', { name: /^Undo: tidy/ }).waitFor()
  const toolsOf = async () =>
    (await draftOf(page)).nodes.find(({ id }) => id === 'toolAgent_0')?.data.inputs.tools
  const all = toolIds.map(referenceTo)
  await page.locator('.react-flow__edge[aria-label$=": Tools"]').last().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete this link' }).click()
  await expect.poll(toolsOf).toEqual(all.slice(0, 2))
  await focusCanvas(page)
  await page.keyboard.press('Control+z')
  await expect.poll(toolsOf).toEqual(all)
  await saveState(page).toBe('saved')

  await page.goto(`${url}/app/tools`)
  await page.getByText('1 flow').waitFor()
  await page.getByRole('button', { name: 'Actions for get_order' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Order desk').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'get_order', exact: true }).waitFor()
  await page.goto(`${url}/app/variables`)
  await page.getByRole('button', { name: 'Actions for TONE' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByText('Order desk').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'TONE', exact: true }).waitFor()
  expect(complaints).toEqual([])
})
