import { expect, test } from 'vitest'
import { openProtectedServer } from '#server/testing/protected-mcp-server.ts'
import { violationsInBothSchemes } from './axe.ts'
import { openBrowser, register, waitForAnnouncement } from './browser.ts'
import { startEmptyProduct } from './start-product.ts'

const { openPage } = openBrowser()

test('an ADMIN connects an MCP server with OAuth, and decides about its tools', async () => {
  const museum = await openProtectedServer()
  const url = await startEmptyProduct({ OUTGOING_ALLOW: museum.host })
  const { page, complaints } = await openPage()
  await register(page, url)
  await page.goto(`${url}/app/tools?tab=mcp`)
  await page.getByText('No MCP servers yet').waitFor()
  expect(await violationsInBothSchemes(page, 'no MCP servers', { isStrict: true })).toEqual([])

  // An address that cannot be reached is stored, and says why.
  await page.getByRole('button', { name: 'Add a server' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save and connect' }).click()
  await dialog.getByRole('alert').first().waitFor()
  await dialog.getByLabel('Name').fill('Museum')
  await dialog.getByLabel('Address').fill('http://10.0.0.1/mcp')
  await dialog.getByRole('button', { name: 'Save and connect' }).click()
  await dialog.getByText('Failing').waitFor()
  expect(await violationsInBothSchemes(page, 'failing MCP server', { isStrict: true })).toEqual([])

  await dialog.getByLabel('Address').fill(museum.url)
  await dialog.getByText('OAuth', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save and connect' }).click()

  // The test server signs everybody in, and the browser comes back.
  await waitForAnnouncement(page, 'Museum connected: 2 tools.')
  await dialog.getByText('get_hours').waitFor()
  expect(new URL(page.url()).search).toContain('tab=mcp')
  await dialog.getByRole('checkbox', { name: 'Ask a person before write_visit' }).check()
  await dialog.getByRole('switch', { name: 'Offer get_hours to agents' }).uncheck({ force: true })
  await dialog.getByRole('checkbox', { name: 'Ask a person before get_hours' }).waitFor({ state: 'detached' })
  expect(await violationsInBothSchemes(page, 'MCP server', { isStrict: true })).toEqual([])

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const card = page.getByRole('listitem').filter({ hasText: 'Museum' })
  await card.getByText('1 of 2').waitFor()
  await card.getByText('Connected').waitFor()
  await page.reload()
  await card.getByText('1 of 2').waitFor()
  await page.goto(`${url}/app/tools/mcp-servers/signed-in?error=access_denied`)
  await page.getByText('The server was not given access.').waitFor()
  await page.getByRole('link', { name: 'Back to MCP servers' }).click()

  await page.getByRole('button', { name: 'Actions for Museum' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete server' }).click()
  await page.getByText('No MCP servers yet').waitFor()
  expect(complaints).toEqual([])
})
