import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callAs, openBrowser, register, signInAdmin, waitForAnnouncement } from './browser.ts'

const { openPage } = openBrowser()

async function openUsers(page: Page) {
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'User Management' }).click()
  const dialog = page.getByRole('dialog', { name: 'User Management' })
  await dialog.waitFor()
  return dialog
}

test('an admin edits an account, and only changed fields are sent', async () => {
  const other = await openPage()
  const { username } = await register(other.page, other.url)
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url)
  const dialog = await openUsers(page)

  const own = dialog.getByRole('row').filter({ hasText: 'root@example.com' })
  await expect.poll(() => own.innerText()).toMatch(/You[\s\S]*Admin/)
  await expect.poll(() => own.getByRole('button').count()).toBe(0)
  await dialog.getByRole('searchbox', { name: 'Username or email' }).fill(username)
  await dialog.getByRole('button', { name: `Edit ${username}` }).click()
  const edit = page.getByRole('dialog', { name: `Edit User: ${username}` })
  await expect.poll(() => edit.getByPlaceholder('Leave blank to keep current password').inputValue()).toBe('')
  const sent = page.waitForRequest((request) => request.url().includes('users.update'))
  await edit.getByRole('textbox', { name: 'Email' }).fill(`new-${username}@example.com`)
  await edit.getByRole('button', { name: 'Save' }).click()
  const body = (await sent).postData() ?? ''
  expect(body).toContain(`new-${username}@example.com`)
  expect(body).not.toMatch(/password|username|role/)
  await waitForAnnouncement(page, `${username} has been updated.`)
  await edit.waitFor({ state: 'detached' })
  await dialog.getByText(`new-${username}@example.com`).waitFor()
  expect(complaints).toEqual([])
})

test('an admin impersonates a user, cannot spend money, and returns', async () => {
  const other = await openPage()
  const { username } = await register(other.page, other.url)
  const { page, url } = await openPage()
  await signInAdmin(page, url)
  const dialog = await openUsers(page)

  await dialog.getByRole('searchbox', { name: 'Username or email' }).fill(username)
  await dialog.getByRole('button', { name: `View As ${username}` }).click()
  const viewing = page.waitForEvent('load')
  await page
    .getByRole('dialog', { name: `View as ${username}?` })
    .getByRole('button', { name: 'View As' })
    .click()
  await viewing
  await page.getByText('Viewing as:').first().waitFor()
  const stored = await page.evaluate(() => Object.keys(sessionStorage))
  expect(stored).toEqual(expect.arrayContaining(['impersonatedUser', 'adminToken', 'adminUser']))
  await page.getByRole('link', { name: 'Credentials' }).first().waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'API Keys' }).count()).toBe(0)
  expect(await callAs(page, 'POST', '/payments/create', { amount: 50 })).toMatchObject({ statusCode: 403 })

  const returning = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Return to Admin' }).first().click()
  await returning
  await page.getByText('Viewing as:').first().waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'API Keys' }).first().waitFor()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('adminToken'))).toBeNull()
})

test('a deleted account and its session no longer exist', async () => {
  const other = await openPage()
  const { username } = await register(other.page, other.url)
  const { page, url } = await openPage()
  await signInAdmin(page, url)
  const dialog = await openUsers(page)

  await dialog.getByRole('searchbox', { name: 'Username or email' }).fill(username)
  await dialog.getByRole('button', { name: `Delete ${username}` }).click()
  const question = page.getByRole('alertdialog')
  const sentence = `Are you sure you want to delete the user ${username}? This action cannot be undone.`
  await question.getByText(sentence).waitFor()
  await question.getByRole('textbox').fill(username)
  await question.getByRole('button', { name: 'Delete user' }).click()
  await question.waitFor({ state: 'detached' })
  await dialog.getByText(`No match for “${username}”`).waitFor()

  await other.page.goto(`${other.url}/app/chatflows`)
  await other.page.waitForURL(`${other.url}/`)
})

test('a user has access to neither the menu item nor the API calls', async () => {
  const { page, url } = await openPage()
  await register(page, url)
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'User Management' }).count()).toBe(0)
  expect(await callAs(page, 'GET', '/auth/users')).toMatchObject({ statusCode: 403 })
  expect(await callAs(page, 'POST', '/auth/impersonate', { userId: 'x' })).toMatchObject({ statusCode: 403 })
})
