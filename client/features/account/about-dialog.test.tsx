import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { AboutDialog } from './about-dialog.tsx'

const release = {
  name: 'Flowtill 9.1.0',
  html_url: 'https://releases.example/9.1.0',
  published_at: new Date(Date.now() - 3 * 86_400_000 - 60_000).toISOString(),
}

async function openAbout(status: number, body: string, more: Record<string, string> = {}) {
  const source = createServer((_, response) => response.writeHead(status).end(body))
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void source.close())
  const pair = `127.0.0.1:${(source.address() as AddressInfo).port}`
  const env = { RELEASE_URL: `http://${pair}/latest`, OUTGOING_ALLOW: pair, ...more }
  const { app, signUp } = await createTestApp({ env })
  await renderScreen(<AboutDialog onClose={vi.fn()} />, { app, session: await signUp('ada') })
  return within(await screen.findByRole('dialog', { name: 'Flowtill Version' }))
}
type Dialog = Awaited<ReturnType<typeof openAbout>>
const cellOf = (dialog: Dialog, name: string) =>
  dialog.getByRole('rowheader', { name }).nextElementSibling?.textContent

test('the dialog shows the current version, the latest with a link, its release date, and the product website', async () => {
  const dialog = await openAbout(200, JSON.stringify(release), { WEBSITE_URL: 'https://flowtill.example' })

  const link = await dialog.findByRole('link', { name: 'Flowtill 9.1.0' })
  expect(link).toMatchObject({
    href: 'https://releases.example/9.1.0',
    target: '_blank',
    rel: 'noopener noreferrer',
  })
  expect(cellOf(dialog, 'Current Version')).toMatch(/^\d+\.\d+\.\d+$/)
  expect(cellOf(dialog, 'Published At')).toBe('3 days ago')
  expect(await dialog.findByRole('link', { name: 'Product website' })).toHaveProperty('target', '_blank')
})

test('an unavailable release source leaves only its own rows unknown', async () => {
  const dialog = await openAbout(500, 'down')

  expect((await dialog.findAllByText('could not check')).length).toBe(2)
  expect(cellOf(dialog, 'Latest Version')).toBe('could not check')
  expect(cellOf(dialog, 'Current Version')).toMatch(/^\d+\.\d+\.\d+$/)
})

test('missing configuration is reported as such', async () => {
  const { app, signUp } = await createTestApp()
  await renderScreen(<AboutDialog onClose={vi.fn()} />, { app, session: await signUp('ada') })
  const dialog = within(await screen.findByRole('dialog', { name: 'Flowtill Version' }))

  expect(await dialog.findByText('Product website: not configured')).toBeDefined()
  expect(cellOf(dialog, 'Latest Version')).toBe('not configured')
  expect(cellOf(dialog, 'Published At')).toBe('not configured')
})

test('a release shows its age, however old', async () => {
  const old = { ...release, published_at: new Date(Date.now() - 100 * 86_400_000).toISOString() }
  const dialog = await openAbout(200, JSON.stringify(old))

  await dialog.findByRole('link', { name: 'Flowtill 9.1.0' })
  expect(cellOf(dialog, 'Published At')).toBe('3 months ago')
})
