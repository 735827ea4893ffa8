import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openUsage } from '../testing/open-usage.tsx'

async function openCaps() {
  const opened = await openUsage({ answers: { 'Returns desk': 1 } })
  await opened.user.click(await screen.findByRole('button', { name: 'Limits and alerts' }))
  await screen.findByRole('textbox', { name: 'Per day' })
  return opened
}

test('limits of the account and of one flow apply, and only that flow is sent', async () => {
  const { user, ada, flows } = await openCaps()

  await user.type(screen.getByRole('textbox', { name: 'Per day' }), '3')
  await user.type(screen.getByLabelText('Per month'), '60,50')
  const low = screen.getByLabelText('Low-balance alert')
  await user.clear(low)
  await user.type(low, '5')
  await user.type(screen.getByLabelText('Per conversation, Returns desk'), '0.05')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await ada.call('GET', '/usage/caps')).json()).toEqual({ perDay: 3, perMonth: 60.5, lowBalance: 5 })
  expect((await ada.call('GET', '/usage/flow-caps')).json()).toMatchObject([
    { flowId: flows['Returns desk']?.id, perDay: null, perConversation: 0.05 },
  ])
  expect(await screen.findByText('0% of the monthly limit')).toBeDefined()
})

test('an invalid amount is reported at its field, which gets the focus, and nothing is saved', async () => {
  const { user, ada } = await openCaps()

  await user.type(screen.getByLabelText('Per month'), 'much')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Please enter a valid USD amount')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Per month'))
  expect((await ada.call('GET', '/usage/caps')).json()).toMatchObject({ perMonth: null })
})
