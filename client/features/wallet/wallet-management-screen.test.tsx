import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import type { Language } from '#client/texts/texts.tsx'
import { walletApprovals } from '#server/features/wallet/wallet-approvals.table.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { WalletManagementScreen } from './wallet-management-screen.tsx'

type Around = Parameters<typeof renderScreen>[1]['around']

async function openManagement({
  around,
  language = 'en',
  before,
}: {
  around?: Around
  language?: Language
  before?: (world: World) => Promise<void>
} = {}) {
  const { app, signUp, services, store } = await createTestApp()
  const admin = await signUp('root')
  const baran = await signUp('baran')
  await admin.call('POST', '/wallets/upsert', { userId: baran.user.id, amount: 0 })
  const second = await signUp('selin')
  await admin.call('PUT', `/auth/users/${second.user.id}`, { role: 'ADMIN' })
  await before?.({ services, baran, second })
  const writes: string[] = []
  const { user } = await renderScreen(<WalletManagementScreen homePath="/app/chatflows" />, {
    app,
    session: admin,
    language,
    around: (answer, path) => {
      if (/wallet\.(credit|set|reverse)/.test(path)) {
        writes.push(path)
      }
      return around ? around(answer, path) : answer()
    },
  })
  const balance = async () => (await baran.call('GET', '/wallets/me')).json<{ balance: number }>().balance
  return { user, admin, baran, second, services, store, writes, balance }
}
type World = Pick<Awaited<ReturnType<typeof createTestApp>>, 'services'> &
  Record<'baran' | 'second', { user: { id: string } }>
type User = Awaited<ReturnType<typeof openManagement>>['user']

async function choose(user: User, text = 'bar') {
  await user.type(screen.getByLabelText('Search by Username'), `${text}{Enter}`)
  await user.click(await screen.findByRole('button', { name: /^baran/ }))
  await screen.findByTestId('account-balance')
}

async function fill(user: User, operation: string, amount: string, reason = 'a good reason') {
  await user.selectOptions(screen.getByLabelText('Operation Type'), operation)
  await user.clear(screen.getByLabelText('Amount'))
  await user.type(screen.getByLabelText('Amount'), amount)
  await user.clear(screen.getByRole('textbox', { name: /^Reason/ }))
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), reason)
}
const update = (user: User) => user.click(screen.getByRole('button', { name: 'Update Wallet' }))

test('a search requires a username, an update a selected user', async () => {
  const { user, writes } = await openManagement()

  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(screen.getByText('Please enter a username to search')).toBeDefined()

  await update(user)
  expect(screen.getByText('No user selected')).toBeDefined()
  expect(writes).toEqual([])
})

test('finds users by a part of the name, with email and role, and shows the selected wallet', async () => {
  const { user, baran } = await openManagement()

  await user.type(screen.getByLabelText('Search by Username'), 'bar{Enter}')

  const account = await screen.findByRole('button', { name: /^baran/ })
  expect(within(account).getByText('baran@example.com')).toBeDefined()
  expect(within(account).getByText('User')).toBeDefined()
  await user.click(account)
  const card = await screen.findByRole('region', { name: 'baran' })
  expect((await within(card).findByTestId('account-balance')).textContent).toBe('$0.00')
  expect(within(card).getByText('USD')).toBeDefined()
  expect(within(card).getByText(baran.user.id)).toBeDefined()
})

test('a search without a match shows a message', async () => {
  const { user } = await openManagement()

  await user.type(screen.getByLabelText('Search by Username'), 'nobody{Enter}')

  expect(await screen.findByText('No user called “nobody”')).toBeDefined()
})

test('invalid changes show the specified messages and send no request', async () => {
  const { user, writes } = await openManagement()
  await choose(user)

  await fill(user, 'Subtract Credit', '5')
  await update(user)
  expect(screen.getByRole('alert').textContent).toBe('User does not have enough balance')

  await fill(user, 'Subtract Credit', '0')
  await update(user)
  expect(screen.getByRole('alert').textContent).toBe('Please enter a valid amount greater than 0')

  await fill(user, 'Add Credit', '5', 'oh')
  await update(user)
  expect(screen.getByText('Enter a reason of at least 5 characters')).toBeDefined()
  expect(writes).toEqual([])
})

test('adds and subtracts: the receipt shows it first, the card afterwards, and the amount is cleared', async () => {
  const { user, balance } = await openManagement()
  await choose(user)

  await fill(user, 'Add Credit', '10')
  const total = () => screen.getByText('New balance').parentElement?.textContent
  expect(total()).toBe('New balance$10.00')
  await update(user)

  expect(await screen.findByText('The wallet was updated.')).toBeDefined()
  expect(screen.getByTestId('account-balance').textContent).toBe('$10.00')
  expect(screen.getByLabelText('Amount')).toMatchObject({ value: '' })
  expect(await balance()).toBe(10)
  expect(await screen.findByText('Adjustment by root, a good reason')).toBeDefined()

  await fill(user, 'Subtract Credit', '4')
  await update(user)
  await waitFor(() => expect(screen.getByTestId('account-balance').textContent).toBe('$6.00'))
  expect(await balance()).toBe(6)
})

test('the success message closes after three seconds', async () => {
  const { user } = await openManagement()
  await choose(user)
  await fill(user, 'Add Credit', '1')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await update(user)
  await screen.findByText('The wallet was updated.')
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(3_000)

  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.queryByText('The wallet was updated.')).toBeNull()
})

test('Set Balance requires confirmation, and cancelling changes nothing', async () => {
  const { user, balance, writes } = await openManagement()
  await choose(user)
  await fill(user, 'Set Balance', '50')

  await update(user)
  const question = await screen.findByRole('alertdialog', { name: 'Change the balance of baran to $50.00?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(writes).toEqual([])

  await update(user)
  const again = await screen.findByRole('alertdialog')
  await user.click(within(again).getByRole('button', { name: 'Update Wallet' }))
  await waitFor(() => expect(screen.getByTestId('account-balance').textContent).toBe('$50.00'))
  expect(await balance()).toBe(50)
})

test('a change above $1,000 requires confirmation, one of $1,000 does not', async () => {
  const { user, balance } = await openManagement()
  await choose(user)

  await fill(user, 'Add Credit', '1,000')
  await update(user)
  await waitFor(() => expect(screen.getByTestId('account-balance').textContent).toBe('$1,000.00'))

  await fill(user, 'Add Credit', '1000.01')
  await update(user)
  expect(await screen.findByRole('alertdialog')).toBeDefined()
  expect(await balance()).toBe(1000)
})

test('a write whose response was lost is booked once on retry', async () => {
  let isLost = true
  const { user, balance, writes } = await openManagement({
    around: async (answer, path) => {
      const response = await answer()
      if (isLost && path.includes('wallet.credit')) {
        throw new TypeError('fetch failed')
      }
      return response
    },
  })
  await choose(user)
  await fill(user, 'Add Credit', '7')
  await update(user)
  expect(await screen.findByText('Error updating wallet: Operation failed')).toBeDefined()
  isLost = false

  await update(user)

  await waitFor(() => expect(screen.getByTestId('account-balance').textContent).toBe('$7.00'))
  expect(writes.length).toBe(2)
  expect(await balance()).toBe(7)
})

test('the same change again, after a response, is a new one', async () => {
  const { user, balance } = await openManagement()
  await choose(user)
  await fill(user, 'Add Credit', '7')
  await update(user)
  await waitFor(() => expect(screen.getByTestId('account-balance').textContent).toBe('$7.00'))

  await fill(user, 'Add Credit', '7')
  await update(user)

  await waitFor(() => expect(screen.getByTestId('account-balance').textContent).toBe('$14.00'))
  expect(await balance()).toBe(14)
})

test('while it is saving the button shows it', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { user, writes } = await openManagement({
    around: async (answer, path) => {
      if (path.includes('wallet.credit')) {
        await held
      }
      return answer()
    },
  })
  await choose(user)
  await fill(user, 'Add Credit', '7')
  await update(user)

  const busy = await screen.findByRole('button', { name: 'Updating...' })
  expect(busy).toMatchObject({ disabled: true })
  release()
  await screen.findByRole('button', { name: 'Update Wallet' })
  expect(writes.length).toBe(1)
})

test('a manual entry is reversed with a reason, once', async () => {
  const { user, balance } = await openManagement()
  await choose(user)
  await fill(user, 'Add Credit', '7', 'by mistake')
  await update(user)

  await user.click(await screen.findByRole('button', { name: 'Reverse: Adjustment by root, by mistake' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByRole('heading').textContent).toBe(
    'Reverse “Adjustment by root, by mistake” of +$7.00?',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Reverse' }))
  expect(await within(dialog).findByText('Enter a reason of at least 5 characters')).toBeDefined()
  await user.type(within(dialog).getByRole('textbox'), 'wrong account')
  await user.click(within(dialog).getByRole('button', { name: 'Reverse' }))

  expect(await screen.findByText('The entry was reversed.')).toBeDefined()
  await waitFor(() => expect(screen.getByTestId('account-balance').textContent).toBe('$0.00'))
  expect(await balance()).toBe(0)
  expect(await screen.findByText('Reversal by root, wrong account')).toBeDefined()
  expect(screen.queryByRole('button', { name: /by mistake/ })).toBeNull()
})

test.each([
  ['wallet.search', 'Error searching users: Search failed'],
  ['wallet.of', 'Error finding user wallet: User not found'],
])('%s failing is reported with the specified prefix', async (procedure, sentence) => {
  const { user } = await openManagement({
    around: (answer, path) =>
      path.includes(procedure) ? Promise.reject(new TypeError('fetch failed')) : answer(),
  })
  await user.type(screen.getByLabelText('Search by Username'), 'bar{Enter}')
  if (procedure === 'wallet.of') {
    await user.click(await screen.findByRole('button', { name: /^baran/ }))
  }

  expect(await screen.findByText(sentence)).toBeDefined()
})

test('a server error is shown verbatim', async () => {
  const { user } = await openManagement()
  await choose(user)
  await fill(user, 'Add Credit', '1000001')
  await update(user)
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Update Wallet' }),
  )

  expect((await screen.findByText(/^Error updating wallet: ./)).textContent).not.toContain('Operation failed')
})

test('selecting another user clears the form', async () => {
  const { user } = await openManagement()
  await choose(user)
  await fill(user, 'Add Credit', '7')

  await user.clear(screen.getByLabelText('Search by Username'))
  await user.type(screen.getByLabelText('Search by Username'), 'root{Enter}')
  await user.click(await screen.findByRole('button', { name: /^root/ }))

  expect(screen.getByLabelText('Amount')).toMatchObject({ value: '' })
})

test('Turkish amounts use Turkish format', async () => {
  const { user, balance } = await openManagement({ language: 'tr' })
  await user.type(screen.getByLabelText('Kullanıcı adına göre ara'), 'bar{Enter}')
  await user.click(await screen.findByRole('button', { name: /^baran/ }))
  await screen.findByTestId('account-balance')
  await user.type(screen.getByLabelText('Tutar'), '12,5')
  await user.type(screen.getByRole('textbox', { name: /^Gerekçe/ }), 'iyi bir gerekçe')

  await user.click(screen.getByRole('button', { name: 'Cüzdanı güncelle' }))

  await waitFor(() => expect(screen.getByTestId('account-balance').textContent).toBe('12,50\u00a0$'))
  expect(await balance()).toBe(12.5)
})

async function requestAsSelin({ services, second, baran }: World) {
  const operator = { adminId: second.user.id, key: undefined, address: '' }
  const change = { userId: baran.user.id, amountMicro: 12_000_000_000, reason: 'Pilot of the year' }
  await expect(services.walletAdmin.credit(operator, change)).rejects.toMatchObject({
    code: 'NEEDS_APPROVAL',
  })
}

test('without pending changes the section is hidden', async () => {
  await openManagement()

  expect(screen.queryByRole('heading', { name: 'Waiting for approval' })).toBeNull()
})

test('a request by another admin is approved after a confirmation, with the keyboard alone', async () => {
  const { user, balance } = await openManagement({ before: requestAsSelin })
  const section = await screen.findByRole('region', { name: 'Waiting for approval' })
  expect(within(section).getByText('Add credit to baran')).toBeDefined()
  expect(within(section).getByText('Pilot of the year')).toBeDefined()
  expect(within(section).getByText('+$12,000.00')).toBeDefined()
  expect(section.textContent).toContain('Requested by selin')

  within(section).getByRole('button', { name: 'Approve: +$12,000.00 for baran' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('alertdialog', { name: 'Change the wallet of baran by +$12,000.00?' })
  await user.keyboard('{Escape}')
  expect(await balance()).toBe(0)
  await user.click(within(section).getByRole('button', { name: /^Approve/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }))

  expect(await screen.findByText('The change was approved and posted.')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Add credit to baran')).toBeNull())
  expect(await balance()).toBe(12_000)
})

test('a request is rejected after a confirmation, and nothing is posted', async () => {
  const { user, balance, services, second } = await openManagement({ before: requestAsSelin })

  await user.click(await screen.findByRole('button', { name: 'Reject: +$12,000.00 for baran' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject' }))

  expect(await screen.findByText('The change was rejected.')).toBeDefined()
  expect(await balance()).toBe(0)
  const { items } = await services.notifications.list(second.user.id)
  expect(items.map(({ kind }) => kind)).toContain('wallet_change_rejected')
})

test('a change by the current admin above the limit is shown as pending, and listed without buttons', async () => {
  const { user, balance } = await openManagement()
  await choose(user)
  await fill(user, 'Add Credit', '10001')
  await update(user)
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Update Wallet' }),
  )

  expect(await screen.findByText(/^This change exceeds your daily limit/)).toBeDefined()
  const section = await screen.findByRole('region', { name: 'Waiting for approval' })
  expect(within(section).getByText('Waiting for another administrator')).toBeDefined()
  expect(within(section).queryByRole('button')).toBeNull()
  expect(screen.getByLabelText('Amount')).toMatchObject({ value: '' })
  expect(await balance()).toBe(0)
})

test('a request decided elsewhere is reported and leaves the list', async () => {
  const { user, store } = await openManagement({ before: requestAsSelin })
  const button = await screen.findByRole('button', { name: /^Reject/ })
  await store.transaction((tx) =>
    tx.update(walletApprovals).set({ state: 'rejected', decidedBy: 'somebody' }),
  )

  await user.click(button)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject' }))

  expect((await screen.findByRole('alert')).textContent).toBe(
    'This did not work: This change has been decided or has expired.',
  )
  await waitFor(() => expect(screen.queryByText('Add credit to baran')).toBeNull())
})

test('a reversal above the limit shows in its dialog that it is pending', async () => {
  const { user, balance } = await openManagement({
    before: async ({ services, baran, second }) => {
      const operator = { adminId: second.user.id, key: undefined, address: '' }
      const change = { userId: baran.user.id, amountMicro: 6_000_000_000, reason: 'Half of the pilot' }
      await services.walletAdmin.credit(operator, change)
    },
  })
  await choose(user)
  await fill(user, 'Subtract Credit', '5,000', 'half of it')
  await update(user)
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Update Wallet' }),
  )
  await waitFor(() => expect(screen.getByTestId('account-balance').textContent).toBe('$1,000.00'))

  await user.click(await screen.findByRole('button', { name: 'Reverse: Adjustment by root, half of it' }))
  await user.type(within(await screen.findByRole('alertdialog')).getByRole('textbox'), 'by mistake')
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Reverse' }))

  expect(await screen.findByText(/^This change exceeds your daily limit/)).toBeDefined()
  await user.click(
    within(screen.getByRole('alertdialog')).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement,
  )
  const section = await screen.findByRole('region', { name: 'Waiting for approval' })
  expect(within(section).getByText('Reverse an entry of baran')).toBeDefined()
  expect(await balance()).toBe(1_000)
})
