import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, renderScreen } from '#client/testing/render-screen.tsx'
import { openGuarded } from '#client/testing/second-factor.ts'
import { SecurityDialog } from './security-dialog.tsx'

async function openFactors() {
  const world = await openGuarded()
  const open = async () => {
    const { app, ada: session } = world
    const { user } = await renderScreen(<SecurityDialog onClose={() => undefined} />, { app, session })
    await user.click(screen.getByRole('tab', { name: 'Second factor' }))
    return user
  }
  return { ...world, open }
}

test('an app is set up with its secret and a code, and the recovery codes are shown once', async () => {
  const { open, codeOf } = await openFactors()
  const user = await open()
  await user.click(await screen.findByRole('button', { name: 'Set up: Authenticator app' }))
  expect((await screen.findByRole('img', { name: /^QR code/ })).getAttribute('src')).toContain(
    'image/svg+xml',
  )
  const secret = screen.getByLabelText<HTMLInputElement>('Or enter this key by hand').value

  await user.type(screen.getByLabelText('Then enter the code it shows'), '000000{Enter}')
  expect(await screen.findByText(/^This code is wrong/)).toBeDefined()
  await user.clear(screen.getByLabelText('Then enter the code it shows'))
  await user.type(screen.getByLabelText('Then enter the code it shows'), `${codeOf(secret)}{Enter}`)

  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(within(codes).getAllByRole('listitem')).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  expect(await screen.findByText(/^10 codes left/)).toBeDefined()
  expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull()
})

test('the app is removed after a confirmation', async () => {
  const { open, addTotp, ada } = await openFactors()
  await addTotp(ada)
  const user = await open()

  await user.click(await screen.findByRole('button', { name: 'Remove: Authenticator app' }))
  const question = await screen.findByRole('alertdialog', { name: 'Remove the authenticator app?' })
  await user.click(within(question).getByRole('button', { name: 'Remove' }))

  expect(await screen.findByRole('button', { name: 'Set up: Authenticator app' })).toBeDefined()
})

test('a passkey is renamed, Escape leaves the old name, and the focus returns to the button', async () => {
  const { open, addPasskey, ada } = await openFactors()
  await addPasskey(ada, 'My device')
  const user = await open()
  const list = await screen.findByRole('list', { name: 'Your passkeys' })

  await user.click(within(list).getByRole('button', { name: 'Rename My device' }))
  const field = within(list).getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(field).toBe(document.activeElement)
  await user.type(field, 'Wrong{Escape}')
  expect(within(list).getByText('My device')).toBeDefined()
  const opener = within(list).getByRole('button', { name: 'Rename My device' })
  expect(opener).toBe(document.activeElement)

  await user.click(opener)
  const again = within(list).getByRole('textbox', { name: 'Name' })
  await user.clear(again)
  await user.keyboard('{Enter}')
  expect(await within(list).findByText('Enter a name')).toBeDefined()
  await user.type(again, 'Laptop at work{Enter}')

  const renamed = await within(list).findByRole('button', { name: 'Rename Laptop at work' })
  await expect.poll(() => document.activeElement).toBe(renamed)
})

test('devices show how they were signed in', async () => {
  const { open } = await openFactors()
  const user = await open()

  await user.click(screen.getByRole('tab', { name: 'Devices' }))

  expect((await screen.findByText(/^With:/)).textContent).toBe('With: Password')
})

test('a required second factor blocks everything else until one is set up', async () => {
  const { app, root, ada, addTotp, codeOf } = await openGuarded()
  await addTotp(root)
  await root.call('PUT', '/auth/second-factor/requirement', { requirement: 'everyone' })
  const { user } = await renderApp('/app/chatflows', { app, session: ada })

  expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Set up: Authenticator app' }))
  const secret = (await screen.findByLabelText<HTMLInputElement>('Or enter this key by hand')).value
  await user.type(screen.getByLabelText('Then enter the code it shows'), `${codeOf(secret)}{Enter}`)
  await user.click(await screen.findByRole('button', { name: 'I have saved them' }))

  expect(await screen.findByRole('heading', { name: 'ChatFlows' })).toBeDefined()
})
