import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useToasts } from '#client/components/toasts.tsx'
import { writeStored } from '#client/components/use-storage.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { NoticeTray } from './notice-tray.tsx'

function Speaker() {
  const toasts = useToasts()
  return (
    <button type="button" onClick={() => toasts.error('Failed to export: Internal Server Error')}>
      fail
    </button>
  )
}

async function openTray() {
  const { app, signUp } = await createTestApp()
  const session = await signUp('ada')
  return render({ app, session })
}

function render(world: Parameters<typeof renderScreen>[1]) {
  return renderScreen(
    <>
      <Speaker />
      <NoticeTray />
    </>,
    world,
  )
}

test('a dismissed error can be read again, and is marked new only once', async () => {
  const { user } = await openTray()
  await user.click(screen.getByRole('button', { name: 'fail' }))
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Notifications, 1 new' }))

  const panel = within(screen.getByRole('dialog', { name: 'Notifications' }))
  expect(panel.getByText('Failed to export: Internal Server Error')).toBeDefined()
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Notifications' }))
})

test('notifications of a user are removed on sign-out', async () => {
  const { user } = await openTray()
  await user.click(screen.getByRole('button', { name: 'fail' }))

  writeStored('token', undefined)
  await user.click(await screen.findByRole('button', { name: 'Notifications' }))

  expect(screen.getByText(/^No notifications/)).toBeDefined()
})

test('visitor errors are listed with their cause and marked as read when the list opens', async () => {
  const { app, signUp, services } = await createTestApp()
  const session = await signUp('ada')
  const flow = await session.call('POST', '/chatflows', { name: 'Shop', type: 'CHATFLOW' })
  const { id: flowId } = flow.json<{ id: string }>()
  const fail = () =>
    services.notifications.notify({
      ...{ userId: session.user.id, flowId, kind: 'flow_failed_for_visitor', cause: 'x' },
      params: { code: 'UPSTREAM_FAILED', node: 'Demo Model', message: 'The provider answered 503.' },
    })
  await fail()
  await fail()
  const { user } = await render({ app, session })

  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }))

  const panel = within(screen.getByRole('dialog', { name: 'Notifications' }))
  const link = panel.getByRole('link', { name: 'Visitors could not use “Shop”.' })
  expect(link.getAttribute('href')).toBe(`/canvas/${flowId}`)
  expect(panel.getByText('Demo Model: The provider answered 503. (2 times)')).toBeDefined()
  await screen.findByRole('button', { name: 'Notifications' })
  expect((await services.notifications.list(session.user.id)).unread).toBe(0)
})

test.each([
  ['en', 'root changed the wallet of the administrator mia by −$1,250.50: A correction'],
  ['tr', 'root, yönetici mia adlı kullanıcının cüzdanını değiştirdi (−1.250,50 $): A correction'],
] as const)(
  'a wallet change of an admin is reported in %s, with the amount formatted for it',
  async (language, sentence) => {
    const { app, signUp, services } = await createTestApp()
    const session = await signUp('ada')
    await services.notifications.notify({
      ...{
        userId: session.user.id,
        kind: 'admin_wallet_changed',
        cause: 'x',
        link: '/app/wallet-management',
      },
      params: { by: 'root', user: 'mia', amount: -1250.5, reason: 'A correction' },
    })
    const { user } = await render({ app, session, language })

    await user.click(await screen.findByRole('button', { name: /^(Notifications|Bildirimler), 1/ }))

    const link = await screen.findByText(sentence)
    expect(link.getAttribute('href')).toBe('/app/wallet-management')
  },
)

test.each([
  ['en', 'Your payment of $100.00 failed.', 'The card has too little money or limit for this amount.'],
  ['tr', '100,00 $ tutarındaki ödemeniz alınamadı.', 'Kartın bakiyesi ya da limiti bu tutara yetmiyor.'],
] as const)('a failed payment is reported in %s, with the reason', async (language, sentence, reason) => {
  const { app, signUp, services } = await createTestApp()
  const session = await signUp('ada')
  await services.notifications.notify({
    ...{ userId: session.user.id, kind: 'payment_failed', cause: 'x', link: '/app/usage-billing' },
    params: { paid: 100, code: 'insufficient_funds' },
  })
  const { user } = await render({ app, session, language })

  await user.click(await screen.findByRole('button', { name: /^(Notifications|Bildirimler), 1/ }))

  expect((await screen.findByText(sentence)).getAttribute('href')).toBe('/app/usage-billing')
  expect(screen.getByText(reason)).toBeDefined()
})
