import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useMoneyWrite } from '#client/api/use-money-write.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { openGuarded } from '#client/testing/second-factor.ts'
import { passwordOf } from '#server/testing/test-app.ts'
import { Overlays } from './overlays.tsx'

async function openWrites({ guarded = false } = {}) {
  const { app, root, ada, later, addTotp, codeOf } = await openGuarded()
  const secret = guarded ? (await addTotp(root)).secret : ''
  later(600)
  const { user } = await renderScreen(
    <Overlays>
      <Writes userId={ada.user.id} />
    </Overlays>,
    { app, session: root },
  )
  const balance = async () => (await ada.call('GET', '/wallets/me')).json<{ balance: number }>().balance
  return { user, balance, before: await balance(), code: () => codeOf(secret) }
}

function Writes({ userId }: { userId: string }) {
  const { client } = trpc.useUtils()
  const credit = useMoneyWrite(client.wallet.credit.mutate)
  const key = trpc.apiKeys.create.useMutation()
  return (
    <>
      <button type="button" onClick={() => credit.mutate({ userId, amount: 1 })}>
        Credit
      </button>
      <button type="button" onClick={() => key.mutate({ keyName: 'Mine', permissions: ['chatflows:view'] })}>
        Key
      </button>
      <output>
        {credit.isError && toAppError(credit.error).message} {key.error?.message} {key.data?.length}
      </output>
    </>
  )
}

const status = () => document.querySelector('output')?.textContent?.trim()

test('a write that needs a step-up asks for the password, then runs once', async () => {
  const { user, balance, before } = await openWrites()

  await user.click(screen.getByRole('button', { name: 'Credit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  await user.type(await within(dialog).findByLabelText('Password'), 'wrong{Enter}')
  expect(await within(dialog).findByText('This is not your current password.')).toBeDefined()
  expect(await balance()).toBe(before)
  await user.clear(within(dialog).getByLabelText('Password'))
  await user.type(within(dialog).getByLabelText('Password'), `${passwordOf('root')}{Enter}`)

  await expect.poll(balance).toBe(before + 1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an account with a second factor is asked for its code', async () => {
  const { user, code } = await openWrites({ guarded: true })

  await user.click(screen.getByRole('button', { name: 'Key' }))
  await user.type(await screen.findByLabelText('Code from your authenticator app'), `${code()}{Enter}`)

  await expect.poll(status).toBe('1')
})

test('a step-up closed without confirmation fails the write with a message', async () => {
  const { user, balance, before } = await openWrites()
  await user.click(screen.getByRole('button', { name: 'Credit' }))
  await screen.findByLabelText('Password')

  await user.keyboard('{Escape}')

  await expect.poll(status).toBe('Confirm that it is you, then try again.')
  expect(await balance()).toBe(before)
})

test('two concurrent writes share one dialog', async () => {
  const { user, balance, before } = await openWrites()

  await user.click(screen.getByRole('button', { name: 'Credit' }))
  await user.click(screen.getByText('Key'))
  const field = await screen.findByLabelText('Password')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.type(field, `${passwordOf('root')}{Enter}`)

  await expect.poll(status).toBe('1')
  await expect.poll(balance).toBe(before + 1)
})
