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
  return renderScreen(
    <>
      <Speaker />
      <NoticeTray />
    </>,
    { app, session },
  )
}

test('an error that was dismissed can be read again, and is new only once', async () => {
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

test('what was said to one user is gone when he signs out', async () => {
  const { user } = await openTray()
  await user.click(screen.getByRole('button', { name: 'fail' }))

  writeStored('token', undefined)
  await user.click(await screen.findByRole('button', { name: 'Notifications' }))

  expect(screen.getByText(/^Nothing yet/)).toBeDefined()
})
