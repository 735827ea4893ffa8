import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { serveFrames } from './testing/card-page.ts'

const orderId = '0f6c3f8e-0000-4000-8000-000000000001'
const preview = {
  usdAmount: 100,
  tryAmountRaw: 4238.15,
  feeAmount: 84.76,
  tryAmountWithFee: 4322.91,
  vatAmount: 864.58,
  totalTryAmount: 5187.49,
  exchangeRate: 42.3815,
  exchangeFeePercent: 2,
  vatPercent: 20,
  minimumAmount: 50,
  maximumAmount: 1_000_000,
  rateDate: '2026-11-20',
  bulletinNo: '2026/218',
}
const payment = {
  orderId,
  iframe_url: '/sandbox/paytr/odeme/guvenli/t',
  iframe_token: 't',
  exchangePreview: preview,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

async function openPayment() {
  const release = serveFrames()
  const { app, signUp } = await createTestApp()
  const session = await signUp('ada')
  const onClose = vi.fn()
  const onResult = vi.fn()
  const { user } = await renderScreen(
    <PaymentDialog payment={payment} onClose={onClose} onResult={onResult} />,
    { app, session },
  )
  const frame = screen.getByTitle<HTMLIFrameElement>('Card payment with PayTR')
  const post = (
    data: unknown,
    { origin = location.origin, source = frame.contentWindow as Window | null } = {},
  ) => dispatchEvent(new MessageEvent('message', { data, origin, source }))
  return { user, frame, post, release, onClose, onResult }
}

const success = { source: 'paytr', type: 'PAYMENT_SUCCESS', orderId }

test('the dialog shows the card page of the order and its price', async () => {
  const { frame } = await openPayment()

  expect(screen.getByRole('dialog', { name: 'Secure Payment' })).toBeDefined()
  expect(frame.getAttribute('src')).toBe(payment.iframe_url)
  expect(screen.getByText("$100.00 for ₺5,187.49, on PayTR's own page")).toBeDefined()
})

test('a loading overlay covers the page until it loads; after twenty seconds a link to a new tab appears', async () => {
  const { release } = await openPayment()
  expect(screen.getByText('Loading the payment page')).toBeDefined()

  await vi.advanceTimersByTimeAsync(19_000)
  expect(screen.queryByText('Open in a new tab')).toBeNull()
  await vi.advanceTimersByTimeAsync(1_500)
  const link = await screen.findByRole('link', { name: 'Open in a new tab' })
  expect(link.getAttribute('href')).toBe(payment.iframe_url)
  expect(link.getAttribute('target')).toBe('_blank')
  expect(screen.getByText(/Still loading\./)).toBeDefined()

  release()
  await waitFor(() => expect(screen.queryByText('Open in a new tab')).toBeNull())
})

test('messages from our own page in this frame are handled', async () => {
  const { post, onResult } = await openPayment()

  post(success)
  expect(onResult).toHaveBeenLastCalledWith({ isPaid: true, message: undefined })

  post({ source: 'paytr', type: 'PAYMENT_ERROR', orderId, message: 'Limit exceeded' })
  expect(onResult).toHaveBeenLastCalledWith({ isPaid: false, message: 'Limit exceeded' })
})

test('messages from another origin, another window or no window are ignored', async () => {
  const { post, onResult } = await openPayment()
  const other = document.body.appendChild(document.createElement('iframe'))

  post(success, { origin: 'https://evil.example' })
  post(success, { source: other.contentWindow })
  post(success, { source: window })
  post(success, { source: null })

  expect(other.contentWindow).not.toBeNull()
  expect(onResult).not.toHaveBeenCalled()
  other.remove()
})

test.each([
  [{ source: 'paytr', type: 'PAYMENT_DONE' }],
  [{ source: 'stripe', type: 'PAYMENT_SUCCESS' }],
  [{ type: 'PAYMENT_SUCCESS' }],
  ['PAYMENT_SUCCESS'],
  [null],
  [{ ...success, orderId: 'another' }],
])('a malformed message or one for another order is ignored: %o', async (data) => {
  const { post, onResult } = await openPayment()

  post(data)

  expect(onResult).not.toHaveBeenCalled()
})

test('the Close button closes the dialog', async () => {
  const { user, onClose, onResult } = await openPayment()

  await user.click(screen.getByRole('button', { name: 'Close' }))

  expect(onClose).toHaveBeenCalledOnce()
  expect(onResult).not.toHaveBeenCalled()
})
