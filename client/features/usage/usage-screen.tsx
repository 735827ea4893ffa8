import './usage.css'
import './tables/tables.css'
import './admin/admin.css'
import { Suspense } from 'react'
import { useIsAdmin } from '#client/api/use-session.ts'
import { lazily } from '#client/components/on-demand.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { platformDay } from '#shared/dates.ts'
import { LedgerBanner } from './admin/ledger-banner.tsx'
import { CapsButton } from './caps/caps-button.tsx'
import { MyUsage } from './my-usage.tsx'
import { type Page, pages, useUsageView } from './use-usage-view.ts'

// Loaded lazily, because only ADMINs use them.
const PricesPage = lazily(async () => (await import('./admin/prices-page.tsx')).PricesPage)
const PaymentsPage = lazily(async () => (await import('./admin/payments-page.tsx')).PaymentsPage)
const CasesPage = lazily(async () => (await import('./admin/cases-page.tsx')).CasesPage)

export type UsagePaths = { flows: string; receipt: (paymentId: string) => string }

export function UsageScreen({ paths }: { paths: UsagePaths }) {
  const { usage } = useTexts()
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader title={usage.title} text={usage.text} action={<CapsButton />} />
      {isAdmin ? (
        <>
          <LedgerBanner />
          <AdminPages paths={paths} />
        </>
      ) : (
        <MyUsage paths={paths} />
      )}
    </>
  )
}

function AdminPages({ paths }: { paths: UsagePaths }) {
  const { usage } = useTexts()
  const { page, change } = useUsageView(platformDay(new Date()))
  return (
    <div className="usage-pages">
      <Tabs<Page>
        id="usage-page"
        label={usage.pages.label}
        value={page}
        options={pages.map((value) => ({ value, label: usage.pages[value] }))}
        onChange={(next) => change({ page: next === 'mine' ? undefined : next })}
      >
        <Suspense>
          {page === 'mine' && <MyUsage paths={paths} />}
          {page === 'prices' && <PricesPage />}
          {page === 'payments' && <PaymentsPage />}
          {page === 'cases' && <CasesPage />}
        </Suspense>
      </Tabs>
    </div>
  )
}
