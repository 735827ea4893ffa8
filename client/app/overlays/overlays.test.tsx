import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'

async function openShell({ language = 'en', flows = [] }: { language?: 'en' | 'tr'; flows?: string[] } = {}) {
  const { app, signUp } = await createTestApp()
  await signUp('root')
  const ada = await signUp('ada')
  for (const name of flows) {
    await ada.call('POST', '/chatflows', { name, flowData: '{"nodes":[],"edges":[]}', type: 'CHATFLOW' })
  }
  const view = await renderApp('/app/credentials', { app, session: ada, language })
  // The first test of a file also fetches the screens.
  await screen.findByRole('heading', { level: 1 }, { timeout: 20_000 })
  return { ...view, ada }
}

async function openPalette(user: Awaited<ReturnType<typeof openShell>>['user']) {
  await user.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: /Search or jump to|Ara ya da git/ })
}

test('a flow is found without diacritics and opened with Enter', async () => {
  const { user } = await openShell({ flows: ['Müşteri karşılama', 'Support concierge'] })
  const field = await openPalette(user)
  await screen.findByRole('option', { name: /Support concierge/ })

  await user.type(field, 'musteri')
  const [first] = screen.getAllByRole('option')
  expect(first?.textContent).toContain('Müşteri karşılama')
  expect(field.getAttribute('aria-activedescendant')).toBe(first?.id)
  expect(first?.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Enter}')

  await expect.poll(address).toMatch(/^\/canvas\//)
})

test('arrow keys move through the list and wrap around while the focus stays in the field', async () => {
  const { user } = await openShell()
  const field = await openPalette(user)
  const rows = await screen.findAllByRole('option')

  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(rows[2]?.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(rows.at(-1)?.getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(field)
})

test('recently used commands come first the next time', async () => {
  const { user } = await openShell()
  await user.type(await openPalette(user), 'chatflows{Enter}')
  await expect.poll(address).toBe('/app/chatflows')

  await openPalette(user)

  const lately = await screen.findByRole('group', { name: 'Recent' })
  expect(
    within(lately)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['ChatFlows'])
})

test('a flow is created only by its command, with the name typed after it', async () => {
  const { user, ada } = await openShell()
  const field = await openPalette(user)
  await user.type(field, 'Fatura okuyucu')
  expect(screen.queryAllByRole('option')).toEqual([])
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect((await ada.call('GET', '/chatflows')).json()).toEqual([])

  await user.clear(field)
  await user.type(field, 'new chatflow Fatura okuyucu{Enter}')

  await expect.poll(address).toMatch(/^\/canvas\//)
  const flows = (await ada.call('GET', '/chatflows')).json<{ name: string }[]>()
  expect(flows.map(({ name }) => name)).toEqual(['Fatura okuyucu'])
})

test('the add-balance command opens Add Balance on the current page', async () => {
  const { user } = await openShell()
  await user.type(await openPalette(user), '>add balance{Enter}')

  expect(await screen.findByRole('dialog', { name: /^Add Balance/ }, { timeout: 20_000 })).toBeDefined()
  expect(address()).toBe('/app/credentials')
})

test('admin screens are hidden from other users, and everything is in Turkish', async () => {
  const { user } = await openShell({ language: 'tr' })
  await user.type(await openPalette(user), 'araçlar')

  expect(screen.getByText('“araçlar” için sonuç yok.')).toBeDefined()
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('? lists the keys, and Esc closes the list', async () => {
  const { user } = await openShell()

  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(dialog).getByText('Usage & Billing').parentElement?.textContent).toContain('gu')
  await user.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('appearance settings are stored under the specified keys and can be reset', async () => {
  const { user } = await openShell()
  await user.type(await openPalette(user), 'appearance{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Appearance' }))

  await user.click(dialog.getByRole('radio', { name: 'Dark' }))
  await user.click(dialog.getByRole('radio', { name: 'Round' }))
  await user.click(dialog.getByRole('radio', { name: 'Serif' }))
  await user.click(dialog.getByLabelText('Menu at the top'))
  const { style, dataset } = document.documentElement
  const stored = ['isDarkMode', 'borderRadius', 'fontFamily', 'isHorizontal'].map((key) =>
    localStorage.getItem(key),
  )
  expect(stored).toEqual(['true', '10', '"serif"', 'true'])
  expect(dataset.joyColorScheme).toBe('dark')
  expect(style.getPropertyValue('--joy-radius-sm')).toBe('10px')
  expect(style.getPropertyValue('--joy-fontFamily-body')).toContain('Georgia')
  expect(document.querySelector('.shell')?.hasAttribute('data-horizontal')).toBe(true)

  await user.click(dialog.getByRole('button', { name: 'Reset' }))
  expect(localStorage.getItem('isDarkMode')).toBeNull()
  expect(style.getPropertyValue('--joy-radius-sm')).toBe('')
  expect(style.getPropertyValue('--joy-fontFamily-body')).toBe('')
})

test('an invalid stored setting counts as unset', async () => {
  localStorage.setItem('borderRadius', '400')
  localStorage.setItem('fontFamily', '"url(evil)"')

  await openShell()

  expect(document.documentElement.style.getPropertyValue('--joy-radius-sm')).toBe('')
  expect(document.documentElement.style.getPropertyValue('--joy-fontFamily-body')).toBe('')
})

test('a new screen is announced to screen readers', async () => {
  const { user } = await openShell()

  await user.click(screen.getByRole('link', { name: 'ChatFlows' }))

  await waitFor(() => expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe('ChatFlows'))
})
