import './public-billing.tsx'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'

test('a signed-out visitor sees prices and estimates a month', async () => {
  const { app } = await createTestApp()
  const { user } = await renderApp('/usage-billing', { app })

  const list = await screen.findByRole('table', { name: 'Price list' })
  expect(within(list).getByText('flowtill-demo')).toBeDefined()
  expect(screen.getByText('Minimum top-up').parentElement?.textContent).toContain('$50.00')

  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  await user.click(await screen.findByRole('option', { name: 'flowtill-demo' }))
  const messages = screen.getByLabelText('Messages a day')
  await user.clear(messages)
  await user.type(messages, '1000')

  // 30,000 messages of 1,500 tokens at $0.10 and 300 at $0.40 per million.
  expect(screen.getByText('Per month').parentElement?.textContent).toContain('$8.10')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/')
})

test('signed-in users are redirected to their own billing page', async () => {
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')

  await renderApp('/usage-billing', { app, session: ada })

  expect(await screen.findByRole('heading', { name: 'Usage & Billing' })).toBeDefined()
  expect(address()).toBe('/app/usage-billing')
})
