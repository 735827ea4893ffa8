import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import type { Language } from '#client/texts/texts.tsx'
import { profiles } from '#server/features/users/users.table.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { PaymentStarted } from '#shared/payments.ts'
import { AddBalanceDialog } from './add-balance-dialog.tsx'

const profile = {
  customerName: 'Ada Aydin',
  address: 'Moda Cad. 14, Kadikoy',
  companyName: 'Pera Seramik Ltd.',
  companyVatNo: '7320184459',
  companyAddress: 'Bogazkesen Cad. 61',
  companyPhone: '2122453061',
  companyPhoneCountryCode: '+90',
  companyEmail: 'muhasebe@peraseramik.com',
}

const blank = Object.fromEntries(Object.keys(profile).map((name) => [name, ''])) as typeof profile

type Around = NonNullable<Parameters<typeof renderScreen>[1]['around']>
type Setting = { around?: Around; language?: Language; stored?: Partial<typeof profile> }

/** Needs a listening server, because it calls its own sandbox services for exchange rates and card pages. */
async function openDialog({ around, language = 'en', stored = profile }: Setting = {}) {
  const { app, signUp, store } = await createTestApp({ listen: true })
  const ada = await signUp('ada')
  const nothing = { phone: '', phoneCountryCode: '+90', updatedDate: new Date() }
  await store.transaction((tx) =>
    tx.insert(profiles).values({ ...blank, ...stored, ...nothing, userId: ada.user.id }),
  )
  const requested: string[] = []
  const started: PaymentStarted[] = []
  const onClose = vi.fn()
  const { user } = await renderScreen(
    <AddBalanceDialog onClose={onClose} onStarted={(payment) => started.push(payment)} />,
    {
      app,
      session: ada,
      language,
      around: (answer, path) => {
        if (path.includes('payment.')) {
          requested.push(path)
        }
        return around ? around(answer, path) : answer()
      },
    },
  )
  const amount = screen.getByRole('textbox', { name: language === 'en' ? /^Amount/ : /^Tutar/ })
  await waitFor(() => expect(fieldValue('customerName')).toBe(stored.customerName ?? ''))
  const previews = () => requested.filter(isPreview).map(amountOf)
  return { user, ada, amount, started, onClose, previews, requested }
}

const isPreview = (path: string) => path.includes('exchangePreview')
function amountOf(path: string): string {
  const input = new URL(path, 'http://till').searchParams.get('input') ?? '{}'
  return (JSON.parse(input) as { amount: string }).amount
}
function fieldValue(name: string) {
  const field = document.querySelector(`[name="${name}"]`)
  return field instanceof HTMLInputElement ? field.value : undefined
}
const proceed = () => screen.getByRole('button', { name: 'Proceed to PayTR' })
const priced = () => screen.findByText('You get')
const answer = (data: object) => new Response(JSON.stringify({ result: { data } }))

const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
afterEach(() => {
  vi.useRealTimers()
})

test('is filled in from the profile', async () => {
  await openDialog()

  expect(screen.getByRole('dialog', { name: 'Add Balance with PayTR' })).toBeDefined()
  expect(screen.getByText('Secure payment processing')).toBeDefined()
  expect(fieldValue('address')).toBe(profile.address)
  expect(fieldValue('companyPhone')).toBe('(212) 245 30 61')
  expect(fieldValue('companyEmail')).toBe(profile.companyEmail)
  expect(proceed()).toMatchObject({ disabled: true })
})

test('is blank when the profile cannot be loaded', async () => {
  await openDialog({
    stored: {},
    around: (send, path) =>
      path.includes('auth.me') ? Promise.reject(new TypeError('fetch failed')) : send(),
  })

  expect(fieldValue('address')).toBe('')
  expect(fieldValue('companyName')).toBe('')
})

test('requests a price once, half a second after the last key, and its amounts add up', async () => {
  const { amount, previews } = await openDialog()
  stopClock()

  fireEvent.change(amount, { target: { value: '10' } })
  await act(() => vi.advanceTimersByTimeAsync(499))
  fireEvent.change(amount, { target: { value: '100' } })
  await act(() => vi.advanceTimersByTimeAsync(499))
  expect(previews()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1))
  vi.setTimerTickMode('interval')
  await priced()

  expect(previews()).toEqual(['100'])
  const figure = (label: string | RegExp) =>
    screen.getByText(label, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent ?? ''
  const lira = (label: string | RegExp) => Math.round(Number(figure(label).replaceAll(/[₺,]/g, '')) * 100)
  expect(figure('You get')).toBe('$100.00')
  expect(figure('1 USD')).toMatch(/^₺\d+\.\d{4}$/)
  expect(lira('In lira') + lira(/^Exchange fee/) + lira('VAT, 20%')).toBe(lira('You pay'))
  expect(proceed()).toMatchObject({ disabled: false })
})

test('an invalid amount is reported, and no price requested', async () => {
  const { user, amount, previews } = await openDialog()

  await user.type(amount, '0')
  expect(await screen.findByText('Please enter a valid USD amount')).toBeDefined()

  stopClock()
  fireEvent.change(amount, { target: { value: '0.5' } })
  await act(() => vi.advanceTimersByTimeAsync(800))
  expect(previews()).toEqual([])
})

test.each([
  ['20', 'Minimum top-up amount is $50 USD'],
  ['2000000', 'Maximum top-up amount is $1,000,000 USD'],
])('%s is out of range', async (text, sentence) => {
  const { user, amount, previews, requested, started } = await openDialog()

  await user.type(amount, `${text}{Enter}`)
  expect(screen.getByText(sentence)).toBeDefined()
  await expect.poll(previews).toEqual([text])

  expect(screen.getByText(sentence)).toBeDefined()
  expect(requested.some((path) => path.includes('create'))).toBe(false)
  expect(started).toEqual([])
})

test('the limits are those of the preview', async () => {
  const { user, amount } = await openDialog({
    around: async (send, path) => {
      const response = await send()
      if (!isPreview(path)) {
        return response
      }
      const body = (await response.json()) as { result: { data: object } }
      return answer({ ...body.result.data, minimumAmount: 120, maximumAmount: 2_000 })
    },
  })

  await user.type(amount, '100')

  expect(await screen.findByText('Minimum top-up amount is $120 USD')).toBeDefined()
  await user.clear(amount)
  await user.type(amount, '2001')
  expect(await screen.findByText('Maximum top-up amount is $2,000 USD')).toBeDefined()
})

test('while another amount is typed the price is dimmed and cannot be paid', async () => {
  const { user, amount } = await openDialog()
  await user.type(amount, '100')
  await priced()
  const isStale = () => document.querySelector('.top-up-price [data-stale]') !== null
  expect(isStale()).toBe(false)

  await user.type(amount, '0')

  expect(isStale()).toBe(true)
  expect(proceed()).toMatchObject({ disabled: true })
  await waitFor(() => expect(isStale()).toBe(false))
  expect(screen.getByText('$1,000.00')).toBeDefined()
})

test('Enter in the amount validates the address; the button needs five characters', async () => {
  const { user, amount, requested } = await openDialog()
  await user.type(amount, '100')
  await priced()
  const address = screen.getByRole('textbox', { name: /^Address/ })
  await user.clear(address)
  expect(proceed()).toMatchObject({ disabled: true })
  await user.type(address, 'abc')
  expect(proceed()).toMatchObject({ disabled: true })

  await user.type(amount, '{Enter}')

  expect(screen.getByText('Please enter your address.')).toBeDefined()
  expect(document.activeElement).toBe(address)
  await user.type(address, 'de')
  expect(proceed()).toMatchObject({ disabled: false })
  expect(screen.queryByText('Please enter your address.')).toBeNull()
  expect(requested.some((path) => path.includes('create'))).toBe(false)
})

test('all of the profile but the VAT number is required', async () => {
  const { user, amount, started } = await openDialog()
  await user.type(amount, '100')
  await priced()

  for (const label of [
    /^Customer Name/,
    /^Company Name/,
    /^Company Address/,
    /^Company Phone/,
    /^Company Email/,
  ]) {
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: label })
    const { value } = field
    await user.clear(field)
    await user.click(proceed())
    expect(screen.getByText('All profile fields except VAT No are required.')).toBeDefined()
    expect(document.activeElement).toBe(field)
    await user.type(field, value)
  }
  expect(started).toEqual([])
})

test('opens the card page, without a VAT number too', async () => {
  const { user, amount, started, ada } = await openDialog()
  await user.clear(screen.getByRole('textbox', { name: 'Company VAT No' }))
  await user.type(amount, '100')
  await priced()

  await user.click(proceed())

  await waitFor(() => expect(started.length).toBe(1))
  expect(started[0]).toMatchObject({ iframe_url: expect.any(String), exchangePreview: { usdAmount: 100 } })
  const orders = (await ada.call('GET', '/payments')).json<{ items: { billing: object }[] }>().items
  expect(orders.map(({ billing }) => billing)).toEqual([
    expect.objectContaining({ companyPhone: '+902122453061', companyVatNo: '', address: profile.address }),
  ])
})

test('a payment whose response was lost is created once on retry', async () => {
  let isLost = true
  const { user, amount, started, ada } = await openDialog({
    around: async (send, path) => {
      const response = await send()
      if (isLost && path.includes('payment.create')) {
        throw new TypeError('fetch failed')
      }
      return response
    },
  })
  await user.type(amount, '100')
  await priced()
  await user.click(proceed())
  expect(await screen.findByText(/^Payment could not be started: /)).toBeDefined()
  isLost = false

  await user.click(proceed())

  await waitFor(() => expect(started.length).toBe(1))
  expect((await ada.call('GET', '/payments')).json<{ items: object[] }>().items.length).toBe(1)
})

test('while it opens, the button shows it and the dialog stays', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { user, amount, started, onClose } = await openDialog({
    around: async (send, path) => {
      if (path.includes('payment.create')) {
        await held
      }
      return send()
    },
  })
  await user.type(amount, '100')
  await priced()
  await user.click(proceed())

  expect(await screen.findByRole('button', { name: 'Processing...' })).toMatchObject({ disabled: true })
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  release()
  await waitFor(() => expect(started.length).toBe(1))
})

test.each([
  { iframe_url: '', iframe_token: 't' },
  { iframe_url: '/sandbox/paytr/x', iframe_token: '' },
  { iframe_token: 't' },
  { iframe_url: 'javascript:alert(1)', iframe_token: 't' },
])('a response without a payment page is rejected: %o', async (lacking) => {
  const { user, amount, started } = await openDialog({
    around: async (send, path) =>
      path.includes('payment.create') ? answer({ orderId: 'o', ...lacking }) : send(),
  })
  await user.type(amount, '100')
  await priced()

  await user.click(proceed())

  expect(await screen.findByText('Invalid payment response from server')).toBeDefined()
  expect(started).toEqual([])
})

test('a failed exchange rate is reported with the network error, and can be retried', async () => {
  let isBroken = true
  const { user, amount } = await openDialog({
    around: (send, path) =>
      isBroken && isPreview(path) ? Promise.reject(new TypeError('fetch failed')) : send(),
  })
  await user.type(amount, '100')

  expect(await screen.findByText('Could not get exchange rate: fetch failed')).toBeDefined()
  expect(proceed()).toMatchObject({ disabled: true })
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  await priced()
  expect(screen.queryByText(/^Could not get/)).toBeNull()
})

test('Turkish characters are listed during typing and replaced with one click', async () => {
  const { user } = await openDialog()
  const address = screen.getByRole('textbox', { name: /^Address/ })
  await user.clear(address)
  await user.type(address, 'Kadıköy Moda')
  expect(screen.getByText('PayTR may reject ı ö here.')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Convert to ASCII: Kadıköy → Kadikoy' }))

  expect(address).toMatchObject({ value: 'Kadikoy Moda' })
  expect(screen.queryByText(/^PayTR may reject/)).toBeNull()
})

test('the hint is shown at the five specified fields only', async () => {
  const { user } = await openDialog({ stored: {} })
  for (const name of [
    'customerName',
    'companyName',
    'address',
    'companyAddress',
    'companyEmail',
    'companyVatNo',
  ]) {
    await user.type(document.querySelector(`[name="${name}"]`) as HTMLInputElement, 'ş')
  }

  expect(screen.getAllByRole('button', { name: /^Convert to ASCII/ }).length).toBe(5)
})

test('a preset amount is entered with one click', async () => {
  const { user, amount } = await openDialog()

  await user.click(screen.getByRole('button', { name: '$250' }))

  expect(amount).toMatchObject({ value: '250' })
  expect(screen.getByRole('button', { name: '$250' }).getAttribute('aria-pressed')).toBe('true')
  expect(await priced()).toBeDefined()
})

test('another country is selected by name and sent with the number', async () => {
  const { user, amount, ada, started } = await openDialog()
  await user.selectOptions(screen.getByLabelText('Country code of the phone'), 'Germany (+49)')
  const phone = screen.getByRole('textbox', { name: /^Company Phone/ })
  await user.clear(phone)
  await user.type(phone, '151 1234 5678')
  await user.type(amount, '100')
  expect(phone).toMatchObject({ value: '151 12345678' })
  await priced()
  await user.click(proceed())

  await waitFor(() => expect(started.length).toBe(1))
  const [order] = (await ada.call('GET', '/payments')).json<{ items: { billing: object }[] }>().items
  expect(order?.billing).toMatchObject({ companyPhone: '+4915112345678' })
})

test('Turkish amounts and prices use Turkish format', async () => {
  const { user, amount, previews } = await openDialog({ language: 'tr' })

  await user.type(amount, '1.250,50')

  expect(await screen.findByText('1.250,50 $', undefined, { timeout: 20_000 })).toBeDefined()
  expect(previews()).toEqual(['1250.50'])
  expect(screen.getByText('KDV, %20')).toBeDefined()
})
