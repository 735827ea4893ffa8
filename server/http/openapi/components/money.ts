import {
  anyPaymentPage,
  anyPaymentSchema,
  billingSchema,
  createPaymentInput,
  exchangePreviewSchema,
  exchangeRateSchema,
  paymentCaseSchema,
  paymentPage,
  paymentSchema,
  paymentStartedSchema,
  refundSchema,
} from '#shared/payments.ts'
import {
  accountCapsSchema,
  priceRowSchema,
  priceSchema,
  publicPricesSchema,
  usageSummarySchema,
} from '#shared/usage.ts'
import {
  ledgerStateSchema,
  movementPage,
  movementSchema,
  usageEntryPage,
  usageEntrySchema,
  walletOwnerSchema,
  walletSchema,
} from '#shared/wallet.ts'
import { name } from './registry.ts'

const nextCursor = { nextCursor: 'Send it as `cursor` for the next page; `null` on the last.' }

name('Wallet', walletSchema, 'A prepaid balance in US dollars.', {
  balance: 'US dollars.',
  available: 'US dollars: the balance less what running answers have reserved.',
})
name('WalletOwner', walletOwnerSchema, 'A user with a wallet.')
name('Movement', movementSchema, 'One line of a wallet statement. Usage is one line per flow and day.', {
  id: 'Id of an entry, or `usage:<day>:<flowId>`.',
  amount: 'US dollars; negative is spent.',
  balanceAfter: 'US dollars in the wallet after this line.',
  reference: 'Reference of the payment, name of the flow, or reason of an adjustment.',
  answers: 'Number of answers in a usage line.',
  by: 'Who caused it: a username, `PayTR`, `system`; for usage `you`, `visitors` or `several`.',
})
name('MovementPage', movementPage, 'A page of a wallet statement, newest first.', nextCursor)
name('UsageEntry', usageEntrySchema, 'One charge of a usage line.', { cost: 'US dollars.' })
name('UsageEntryPage', usageEntryPage, 'A page of charges.', nextCursor)
name('LedgerState', ledgerStateSchema, 'Whether the ledger is sound. A finding stops all money writes.')
name('UsageSummary', usageSummarySchema, 'Spending at a glance. All amounts are US dollars.', {
  pace: 'US dollars per day over the last seven days.',
  daysLeft: 'Days the balance lasts at this pace; `null` while nothing is spent.',
  perDayCap: 'Spending limit per day; `null` is no limit.',
  perMonthCap: 'Spending limit per month; `null` is no limit.',
  lowBalance: 'Below this balance the user is warned.',
})
name('SpendingLimits', accountCapsSchema, 'Spending limits in US dollars; `null` is no limit.')
name('Price', priceSchema, 'Prices of a model in US dollars per million units, as decimal text.')
name('PriceVersion', priceRowSchema, 'Prices of a model without the markup, and since when.')
name('PublicPrices', publicPricesSchema, 'Model prices with the markup, and the terms of top-ups.')
name('ExchangeRate', exchangeRateSchema, 'Turkish lira per US dollar, by the central bank.')
name('ExchangePreview', exchangePreviewSchema, 'What a top-up costs in Turkish lira.')
name('Billing', billingSchema, 'Who gets the invoice.')
name('CreatePayment', createPaymentInput, 'A top-up and its billing address.', { amount: 'US dollars.' })
name('PaymentStarted', paymentStartedSchema, 'A payment whose card page is ready.', {
  iframe_url: 'Show it in a frame.',
})
name('Payment', paymentSchema, 'A top-up by card.', { reference: 'Reference at the payment provider.' })
name('PaymentPage', paymentPage, 'A page of payments, newest first.', nextCursor)
name('PaymentWithOwner', anyPaymentSchema, 'A top-up by card and whose it is.')
name('PaymentWithOwnerPage', anyPaymentPage, 'A page of payments of all users.', nextCursor)
name('PaymentCase', paymentCaseSchema, 'A payment an administrator has to look at.')
name('Refund', refundSchema, 'A refund of a payment.')
