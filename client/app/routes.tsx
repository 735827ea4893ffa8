import type { ReactNode } from 'react'
import { Navigate, Outlet, type RouteObject, useLocation } from 'react-router'
import { lazily } from '#client/components/on-demand.tsx'
import { AllTexts, type Texts } from '#client/texts/texts.tsx'
import { GuestOnly, RequireSession } from './guards.tsx'
import { LoginPage } from './login-page.tsx'
import type { RouteHandle, Title } from './page-title.tsx'
import { legacyPaths, paths } from './paths.ts'

// Each screen is a separate chunk. Sign-in is part of the main bundle because new visitors wait for it.
// One import per file: the bundler repeats the list of a chunk's files at each.
const loadAdminPages = () => import('./admin-pages.tsx')
const loadStoresPage = () => import('./stores-page.tsx')
const loadPoolsPage = () => import('./pools-page.tsx')
const loadTemplatesPage = () => import('./templates-page.tsx')
const loadExecutionsPage = () => import('./executions-page.tsx')
const loadToolsPage = () => import('./tools-page.tsx')
const loadIntegrationsPage = () => import('./integrations-page.tsx')
const loadAssistantsPage = () => import('./assistants-page.tsx')
const loadEvaluationsPage = () => import('./evaluations-page.tsx')
const loadDocsPage = () => import('./docs-page.tsx')

const RegisterScreen = lazily(
  async () => (await import('#client/features/auth/register-screen.tsx')).RegisterScreen,
)
const ResetPasswordScreen = lazily(
  async () => (await import('#client/features/auth/reset-password-screen.tsx')).ResetPasswordScreen,
)
const FlowsPage = lazily(async () => (await import('./flows-page.tsx')).FlowsPage)
const UsageScreen = lazily(async () => (await import('#client/features/usage/usage-screen.tsx')).UsageScreen)
const ReceiptScreen = lazily(
  async () => (await import('#client/features/usage/receipt/receipt-screen.tsx')).ReceiptScreen,
)
const CanvasPage = lazily(async () => (await import('./canvas-page.tsx')).CanvasPage)
const Shell = lazily(async () => (await import('./shell/shell.tsx')).Shell)
const PublicBilling = lazily(async () => (await import('./public-billing.tsx')).PublicBilling)
const WalletManagementPage = lazily(async () => (await loadAdminPages()).WalletManagementPage)
const SystemPage = lazily(async () => (await loadAdminPages()).SystemPage)
const CredentialsScreen = lazily(
  async () => (await import('#client/features/credentials/credentials-screen.tsx')).CredentialsScreen,
)
const VariablesPage = lazily(async () => (await import('./variables-page.tsx')).VariablesPage)
const ToolsPage = lazily(async () => (await loadToolsPage()).ToolsPage)
const McpSignedInPage = lazily(async () => (await loadToolsPage()).McpSignedInPage)
const AssistantsPage = lazily(async () => (await loadAssistantsPage()).AssistantsPage)
const CustomAssistantsPage = lazily(async () => (await loadAssistantsPage()).CustomAssistantsPage)
const OpenAiAssistantsPage = lazily(async () => (await loadAssistantsPage()).OpenAiAssistantsPage)
const AssistantEditorPage = lazily(async () => (await loadAssistantsPage()).AssistantEditorPage)
const StoresPage = lazily(async () => (await loadStoresPage()).StoresPage)
const StorePage = lazily(async () => (await loadStoresPage()).StorePage)
const StoreSourcePage = lazily(async () => (await loadStoresPage()).StoreSourcePage)
const StoreChunksPage = lazily(async () => (await loadStoresPage()).StoreChunksPage)
const StoreIndexPage = lazily(async () => (await loadStoresPage()).StoreIndexPage)
const StoreQueryPage = lazily(async () => (await loadStoresPage()).StoreQueryPage)
const PoolsPage = lazily(async () => (await loadPoolsPage()).PoolsPage)
const PoolPage = lazily(async () => (await loadPoolsPage()).PoolPage)
const IntegrationsPage = lazily(async () => (await loadIntegrationsPage()).IntegrationsPage)
const ChannelPage = lazily(async () => (await loadIntegrationsPage()).ChannelPage)
const EvaluationsPage = lazily(async () => (await loadEvaluationsPage()).EvaluationsPage)
const DatasetPage = lazily(async () => (await loadEvaluationsPage()).DatasetPage)
const EvaluationRunPage = lazily(async () => (await loadEvaluationsPage()).EvaluationRunPage)
const ApiKeysPage = lazily(async () => (await import('./api-keys-page.tsx')).ApiKeysPage)
const TemplatesPage = lazily(async () => (await loadTemplatesPage()).TemplatesPage)
const TemplatePage = lazily(async () => (await loadTemplatesPage()).TemplatePage)
const AgentFlowsPage = lazily(async () => (await import('./agent-flows-page.tsx')).AgentFlowsPage)
const TriggersPage = lazily(async () => (await import('./triggers-page.tsx')).TriggersPage)
const ExecutionsPage = lazily(async () => (await loadExecutionsPage()).ExecutionsPage)
const ExecutionPage = lazily(async () => (await loadExecutionsPage()).ExecutionPage)
const SharedExecution = lazily(async () => (await loadExecutionsPage()).SharedExecution)
const AgentCanvasPage = lazily(async () => (await import('./agent-canvas-page.tsx')).AgentCanvasPage)
const MarketplacePage = lazily(async () => (await import('./marketplace-page.tsx')).MarketplacePage)
const PaymentLanding = lazily(
  async () => (await import('#client/features/wallet/payment-landing.tsx')).PaymentLanding,
)
const DocsFrame = lazily(async () => (await loadDocsPage()).DocsFrame)
const DocsPage = lazily(async () => (await loadDocsPage()).DocsPage)
const LegalPage = lazily(async () => (await import('./legal-page.tsx')).LegalPage)
const NotFoundScreen = lazily(async () => (await import('./not-found.tsx')).NotFoundScreen)

const menu =
  (key: keyof Texts['shell']['menu']): Title =>
  ({ shell }) =>
    shell.menu[key]
const page =
  (key: keyof Texts['shell']['pages']): Title =>
  ({ shell }) =>
    shell.pages[key]

const legalTitle =
  (key: 'privacy' | 'terms' | 'dataSecurity'): Title =>
  ({ shell }) =>
    shell.profile[key]

const titled = (path: string, title: Title, element: ReactNode): RouteObject => ({
  path,
  handle: { title } satisfies RouteHandle,
  element,
})

const guestRoutes: RouteObject[] = [
  titled(paths.login, page('login'), <LoginPage />),
  titled(paths.register, page('register'), <RegisterScreen loginPath={paths.login} />),
]

const usagePaths = { flows: paths.home, receipt: paths.receipt }

const shellRoutes: RouteObject[] = [
  titled('', menu('usageBilling'), <UsageScreen paths={usagePaths} />),
  titled('usage-billing', menu('usageBilling'), <UsageScreen paths={usagePaths} />),
  titled('receipts/:paymentId', page('receipt'), <ReceiptScreen paymentsPath={paths.payments} />),
  titled('chatflows', menu('chatflows'), <FlowsPage />),
  titled('wallet-management', ({ shell }) => shell.admin.wallets, <WalletManagementPage />),
  titled('system', ({ shell }) => shell.admin.system, <SystemPage />),
  titled('agentflows', menu('agentflows'), <AgentFlowsPage />),
  titled('agentflows/:id/triggers', page('triggers'), <TriggersPage />),
  titled('evaluations/:flowId', page('evaluations'), <EvaluationsPage />),
  titled('evaluations/:flowId/sets/:id', page('evaluations'), <DatasetPage />),
  titled('evaluations/:flowId/runs/:id', page('evaluations'), <EvaluationRunPage />),
  titled('executions', menu('executions'), <ExecutionsPage />),
  titled('executions/:id', page('execution'), <ExecutionPage />),
  titled('assistants', menu('assistants'), <AssistantsPage />),
  titled('assistants/custom', page('customAssistants'), <CustomAssistantsPage />),
  titled('assistants/openai', page('openAiAssistants'), <OpenAiAssistantsPage />),
  titled('flow-templates', menu('flowTemplates'), <TemplatesPage />),
  titled('flow-templates/:id', menu('flowTemplates'), <TemplatePage />),
  titled('tools', menu('tools'), <ToolsPage />),
  titled('tools/mcp-servers/signed-in', menu('tools'), <McpSignedInPage />),
  titled('credentials', menu('credentials'), <CredentialsScreen />),
  titled('variables', menu('variables'), <VariablesPage />),
  titled('integrations', menu('integrations'), <IntegrationsPage />),
  titled('integrations/:id', menu('integrations'), <ChannelPage />),
  titled('apikey', menu('apiKeys'), <ApiKeysPage />),
  titled('document-stores', menu('documentStores'), <StoresPage />),
  titled('document-stores/:storeId', page('store'), <StorePage />),
  titled('document-stores/:storeId/:name', page('storeSource'), <StoreSourcePage />),
  titled('document-pools', menu('documentPools'), <PoolsPage />),
  titled('document-pools/:poolId', page('pool'), <PoolPage />),
  titled('document-stores/chunks/:storeId/:fileId', page('storeChunks'), <StoreChunksPage />),
  titled('document-stores/vector/:storeId', page('storeIndex'), <StoreIndexPage />),
  titled('document-stores/vector/:storeId/:docId', page('storeIndex'), <StoreIndexPage />),
  titled('document-stores/query/:storeId', page('storeQuery'), <StoreQueryPage />),
]

const billingPath = paths.app('usage-billing')

/** Redirects `/tools?x=1` of earlier versions to `/app/tools?x=1`. */
function ToApp() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={`/app${pathname}${search}${hash}`} replace />
}

function Everything() {
  return (
    <AllTexts>
      <Outlet />
    </AllTexts>
  )
}

export const routes: RouteObject[] = [
  { element: <GuestOnly />, children: guestRoutes },
  // Public: signed-in users may open these links as well.
  titled(paths.resetPassword, page('resetPassword'), <ResetPasswordScreen loginPath={paths.login} />),
  titled(paths.legal.privacy, legalTitle('privacy'), <LegalPage page="privacy" />),
  titled(paths.legal.terms, legalTitle('terms'), <LegalPage page="terms" />),
  titled(paths.legal.dataSecurity, legalTitle('dataSecurity'), <LegalPage page="dataSecurity" />),
  { element: <DocsFrame />, children: [titled('/docs/:page?', page('docs'), <DocsPage />)] },
  titled('/execution/:id', page('execution'), <SharedExecution />),
  titled(paths.publicBilling, menu('usageBilling'), <PublicBilling />),
  ...legacyPaths.map((path) => ({ path: `/${path}`, element: <ToApp /> })),
  {
    element: <RequireSession />,
    children: [
      {
        element: <Everything />,
        children: [
          { path: '/app', element: <Shell />, children: shellRoutes },
          {
            path: '/app',
            children: [titled('assistants/custom/:id', page('assistant'), <AssistantEditorPage />)],
          },
          titled(paths.paymentOk, page('payment'), <PaymentLanding page="ok" billingPath={billingPath} />),
          titled(
            paths.paymentFail,
            page('payment'),
            <PaymentLanding page="fail" billingPath={billingPath} />,
          ),
          titled('/marketplace/:id', page('template'), <MarketplacePage />),
        ],
      },
      // One route for both paths: the first save changes the path and must not unmount the canvas.
      titled('/canvas/:id?', page('canvas'), <CanvasPage />),
      titled('/agentcanvas/:id?', page('agentCanvas'), <AgentCanvasPage />),
    ],
  },
  titled('*', page('notFound'), <NotFoundScreen />),
]
