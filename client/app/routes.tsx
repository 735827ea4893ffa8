import type { ReactNode } from 'react'
import { Navigate, Outlet, type RouteObject, useLocation } from 'react-router'
import { lazily } from '#client/components/on-demand.tsx'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { type Texts, WholeTexts } from '#client/texts/texts.tsx'
import { GuestOnly, RequireSession } from './guards.tsx'
import type { LaterText } from './later-screen.tsx'
import type { RouteHandle, Title } from './page-title.tsx'
import { legacyPaths, paths } from './paths.ts'

// One file per screen, fetched when it is first shown. Signing in comes at once: it is what a new visitor waits for.
const RegisterScreen = lazily(
  async () => (await import('#client/features/auth/register-screen.tsx')).RegisterScreen,
)
const ResetPasswordScreen = lazily(
  async () => (await import('#client/features/auth/reset-password-screen.tsx')).ResetPasswordScreen,
)
const FlowsScreen = lazily(async () => (await import('#client/features/flows/flows-screen.tsx')).FlowsScreen)
const UsageScreen = lazily(async () => (await import('#client/features/usage/usage-screen.tsx')).UsageScreen)
const ReceiptScreen = lazily(
  async () => (await import('#client/features/usage/receipt/receipt-screen.tsx')).ReceiptScreen,
)
const CanvasPage = lazily(async () => (await import('./canvas-page.tsx')).CanvasPage)
const Shell = lazily(async () => (await import('./shell/shell.tsx')).Shell)
const LaterScreen = lazily(async () => (await import('./later-screen.tsx')).LaterScreen)
const PublicBilling = lazily(async () => (await import('./public-billing.tsx')).PublicBilling)
const WalletManagementPage = lazily(
  async () => (await import('./wallet-management-page.tsx')).WalletManagementPage,
)
const CredentialsScreen = lazily(
  async () => (await import('#client/features/credentials/credentials-screen.tsx')).CredentialsScreen,
)
const VariablesPage = lazily(async () => (await import('./variables-page.tsx')).VariablesPage)
const ToolsPage = lazily(async () => (await import('./tools-page.tsx')).ToolsPage)
const ApiKeysPage = lazily(async () => (await import('./api-keys-page.tsx')).ApiKeysPage)
const TemplatesPage = lazily(async () => (await import('./templates-page.tsx')).TemplatesPage)
const TemplatePage = lazily(async () => (await import('./templates-page.tsx')).TemplatePage)
const AgentFlowsPage = lazily(async () => (await import('./agent-flows-page.tsx')).AgentFlowsPage)
const AgentCanvasPage = lazily(async () => (await import('./agent-canvas-page.tsx')).AgentCanvasPage)
const MarketplacePage = lazily(async () => (await import('./marketplace-page.tsx')).MarketplacePage)
const PaymentLanding = lazily(
  async () => (await import('#client/features/wallet/payment-landing.tsx')).PaymentLanding,
)
const NotFoundScreen = lazily(async () => (await import('./not-found.tsx')).NotFoundScreen)

const menu =
  (key: keyof Texts['shell']['menu']): Title =>
  ({ shell }) =>
    shell.menu[key]
const page =
  (key: keyof Texts['shell']['pages']): Title =>
  ({ shell }) =>
    shell.pages[key]

const titled = (path: string, title: Title, element: ReactNode): RouteObject => ({
  path,
  handle: { title } satisfies RouteHandle,
  element,
})

/** A screen that is not built yet, with its rights already as they will be. */
function later(path: string, title: Title, text: LaterText, adminOnly = false): RouteObject {
  return titled(path, title, <LaterScreen title={title} text={text} adminOnly={adminOnly} />)
}

const guestRoutes: RouteObject[] = [
  titled(paths.login, page('login'), <LoginScreen registerPath={paths.register} />),
  titled(paths.register, page('register'), <RegisterScreen loginPath={paths.login} />),
]

const forAdmins = true

const usagePaths = { flows: paths.home, receipt: paths.receipt }

const shellRoutes: RouteObject[] = [
  titled('', menu('usageBilling'), <UsageScreen paths={usagePaths} />),
  titled('usage-billing', menu('usageBilling'), <UsageScreen paths={usagePaths} />),
  titled('receipts/:paymentId', page('receipt'), <ReceiptScreen paymentsPath={paths.payments} />),
  titled('chatflows', menu('chatflows'), <FlowsScreen paths={paths} />),
  titled('wallet-management', ({ shell }) => shell.admin.wallets, <WalletManagementPage />),
  titled('agentflows', menu('agentflows'), <AgentFlowsPage />),
  later('assistants', menu('assistants'), 'assistants', forAdmins),
  later('assistants/custom', page('customAssistants'), 'assistants', forAdmins),
  later('assistants/custom/:id', page('customAssistants'), 'assistants', forAdmins),
  later('assistants/openai', page('openAiAssistants'), 'assistants', forAdmins),
  titled('flow-templates', menu('flowTemplates'), <TemplatesPage />),
  titled('flow-templates/:id', menu('flowTemplates'), <TemplatePage />),
  titled('tools', menu('tools'), <ToolsPage />),
  titled('credentials', menu('credentials'), <CredentialsScreen />),
  titled('variables', menu('variables'), <VariablesPage />),
  later('integrations', menu('integrations'), 'integrations'),
  titled('apikey', menu('apiKeys'), <ApiKeysPage />),
  ...[
    'document-stores',
    'document-stores/:storeId',
    'document-stores/chunks/:storeId/:fileId',
    'document-stores/:storeId/:name',
    'document-stores/vector/:storeId',
    'document-stores/vector/:storeId/:docId',
    'document-stores/query/:storeId',
  ].map((path) => later(path, menu('documentStores'), 'documentStores', forAdmins)),
  later('document-pools', menu('documentPools'), 'documentPools'),
  later('document-pools/:poolId', menu('documentPools'), 'documentPools'),
]

const billingPath = paths.app('usage-billing')

/** `/tools?x=1` of earlier versions is `/app/tools?x=1` now. */
function ToApp() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={`/app${pathname}${search}${hash}`} replace />
}

/** The screens that speak of more than a canvas. */
function Everything() {
  return (
    <WholeTexts>
      <Outlet />
    </WholeTexts>
  )
}

export const routes: RouteObject[] = [
  { element: <GuestOnly />, children: guestRoutes },
  // For everybody: whoever is signed in may have been handed a link all the same.
  titled(paths.resetPassword, page('resetPassword'), <ResetPasswordScreen loginPath={paths.login} />),
  titled(paths.publicBilling, menu('usageBilling'), <PublicBilling />),
  later('/chatbot/:id', page('chatbot'), 'chatbot'),
  ...legacyPaths.map((path) => ({ path: `/${path}`, element: <ToApp /> })),
  {
    element: <RequireSession />,
    children: [
      {
        element: <Everything />,
        children: [
          { path: '/app', element: <Shell />, children: shellRoutes },
          titled(paths.paymentOk, page('payment'), <PaymentLanding page="ok" billingPath={billingPath} />),
          titled(
            paths.paymentFail,
            page('payment'),
            <PaymentLanding page="fail" billingPath={billingPath} />,
          ),
          titled('/marketplace/:id', page('template'), <MarketplacePage />),
        ],
      },
      // One route for both addresses: the first save changes the address and must not take the canvas away.
      titled('/canvas/:id?', page('canvas'), <CanvasPage />),
      titled('/agentcanvas/:id?', page('agentCanvas'), <AgentCanvasPage />),
    ],
  },
  titled('*', page('notFound'), <NotFoundScreen />),
]
