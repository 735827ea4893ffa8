import './public-billing.css'
import '../usage.css'
import '../tables/tables.css'
import '../admin/admin.css'
import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { LegalLinks } from '#client/components/legal-links.tsx'
import { Logo } from '#client/components/logo.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { TableSkeleton } from '../tables/table-skeleton.tsx'
import { Calculator } from './calculator.tsx'
import { PriceList } from './price-list.tsx'
import { ServicePrices } from './service-prices.tsx'
import { TopUpNote } from './top-up-note.tsx'

export function PublicBillingScreen({ loginPath }: { loginPath: string }) {
  const { usage, common, shell } = useTexts()
  const [language, setLanguage] = useLanguage()
  const prices = trpc.usage.publicPrices.useQuery()
  const version = trpc.version.get.useQuery()
  const other = language === 'en' ? 'tr' : 'en'
  return (
    <div className="public-billing centered-x">
      <header className="row spread">
        <Link
          className="public-brand row gap-10 semibold text-primary no-underline min-height-44 text-16"
          to={loginPath}
          aria-label={usage.public.toStart}
        >
          <Logo size={28} />
          {common.product}
        </Link>
        <Button variant="plain" color="neutral" lang={other} onClick={() => setLanguage(other)}>
          {shell.languageNames[other]}
        </Button>
      </header>
      <main id="main" tabIndex={-1}>
        <PageHeader
          title={usage.public.title}
          text={usage.public.text}
          action={
            <Button component={Link} to={loginPath} size="lg">
              {usage.public.signIn}
            </Button>
          }
        />
        <AsyncView query={prices} errorTitle={usage.public.failed} skeleton={<TableSkeleton />}>
          {(data) => (
            <div className="public-parts grid">
              <Calculator offer={data} />
              <PriceList prices={data.prices.filter(({ unit }) => unit === 'token')} />
              <ServicePrices prices={data.prices.filter(({ unit }) => unit !== 'token')} />
              <TopUpNote offer={data} />
            </div>
          )}
        </AsyncView>
      </main>
      <footer>
        <LegalLinks links={version.data?.links} />
      </footer>
    </div>
  )
}
