import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, onTestFinished, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, register } from './browser.ts'

const { openPage } = openBrowser()

test('a flow is offered to MCP clients, and one of them asks it with the token of the screen', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url)
  await callAs(page, 'POST', '/chatflows', { name: 'Museum', type: 'CHATFLOW', flowData: aDemoFlow() })
  await page.reload()
  await page.getByRole('button', { name: 'Actions for Museum' }).click()
  await page.getByRole('menuitem', { name: 'Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Configuration' })
  await dialog.getByRole('button', { name: 'MCP server' }).click()

  await dialog.getByRole('switch', { name: 'Offer this flow to MCP clients' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Use 1 to 64 letters, digits, _ or -').waitFor()
  await dialog.getByLabel('Tool name').fill('ask_museum')
  await dialog.getByLabel('Description').fill('Knows when the museum is open.')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Saved and active.').waitFor()
  await dialog.getByRole('button', { name: 'Create a token' }).click()
  const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue()
  expect(await violationsInBothSchemes(page, 'MCP server', { isStrict: true })).toEqual([])

  const client = new Client({ name: 'test', version: '1' })
  const address = new URL(await dialog.getByRole('textbox', { name: 'Address' }).inputValue())
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
  onTestFinished(() => client.close())
  const { content } = await client.callTool({
    name: 'ask_museum',
    arguments: { question: 'What is 12 * 7?' },
  })

  expect(JSON.stringify(content)).toContain('84')
  await page.reload()
  await dialog.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})
