import './usage.css'
import './tables/tables.css'
import './admin/admin.css'
import { Button } from '@mui/joy'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useIsAdmin } from '#client/api/use-session.ts'
import { lazily, whenOpened } from '#client/components/on-demand.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { platformDay } from '#shared/dates.ts'
import { LedgerBanner } from './admin/ledger-banner.tsx'
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

const CapsDialog = whenOpened(async () => (await import('./caps/caps-dialog.tsx')).CapsDialog)

function CapsButton() {
  const { usage } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className="usage-caps"
        variant="outlined"
        color="neutral"
        startDecorator={<SlidersHorizontal size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {usage.caps.open}
      </Button>
      {isOpen && <CapsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
