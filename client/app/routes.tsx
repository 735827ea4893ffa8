import { createBrowserRouter, Navigate, type RouteObject, useLocation } from 'react-router'
import type { Texts } from '#client/texts/texts.tsx'
import { RouteErrorScreen } from './error-screen.tsx'
import { GuestOnly, RequireSession } from './guards.tsx'
import type { LaterText } from './later-screen.tsx'
import { legacyPaths, paths } from './paths.ts'
import { Root } from './root.tsx'

type Title = (texts: Texts) => string
const menu =
  (key: keyof Texts['shell']['menu']): Title =>
  ({ shell }) =>
    shell.menu[key]
const page =
  (key: keyof Texts['shell']['pages']): Title =>
  ({ shell }) =>
    shell.pages[key]

/** A screen that is not built yet, with its rights already as they will be. */
function laterScreen(title: Title, text: LaterText, adminOnly = false) {
  return {
    handle: { title },
    lazy: async () => {
      const { LaterScreen } = await import('./later-screen.tsx')
      return { element: <LaterScreen title={title} text={text} adminOnly={adminOnly} /> }
    },
  }
}

function later(path: string, ...screen: Parameters<typeof laterScreen>): RouteObject {
  return { path, ...laterScreen(...screen) }
}

const guestRoutes: RouteObject[] = [
  {
    path: paths.login,
    handle: { title: page('login') },
    lazy: async () => {
      const { LoginScreen } = await import('#client/features/auth/login-screen.tsx')
      return { element: <LoginScreen registerPath={paths.register} /> }
    },
  },
  {
    path: paths.register,
    handle: { title: page('register') },
    lazy: async () => {
      const { RegisterScreen } = await import('#client/features/auth/register-screen.tsx')
      return { element: <RegisterScreen loginPath={paths.login} /> }
    },
  },
]

const forAdmins = true

const shellRoutes: RouteObject[] = [
  { index: true, ...laterScreen(menu('usageBilling'), 'usageBilling') },
  later('usage-billing', menu('usageBilling'), 'usageBilling'),
  {
    path: 'chatflows',
    handle: { title: menu('chatflows') },
    lazy: async () => {
      const { FlowsScreen } = await import('#client/features/flows/flows-screen.tsx')
      return { element: <FlowsScreen paths={paths} /> }
    },
  },
  later('agentflows', menu('agentflows'), 'agentflows', forAdmins),
  later('assistants', menu('assistants'), 'assistants', forAdmins),
  later('assistants/custom', page('customAssistants'), 'assistants', forAdmins),
  later('assistants/custom/:id', page('customAssistants'), 'assistants', forAdmins),
  later('assistants/openai', page('openAiAssistants'), 'assistants', forAdmins),
  later('flow-templates', menu('flowTemplates'), 'flowTemplates', forAdmins),
  later('flow-templates/:id', menu('flowTemplates'), 'flowTemplates', forAdmins),
  later('tools', menu('tools'), 'tools', forAdmins),
  later('credentials', menu('credentials'), 'credentials'),
  later('variables', menu('variables'), 'variables', forAdmins),
  later('integrations', menu('integrations'), 'integrations'),
  later('apikey', menu('apiKeys'), 'apiKeys', forAdmins),
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

/** `/tools?x=1` of earlier versions is `/app/tools?x=1` now. */
function ToApp() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={`/app${pathname}${search}${hash}`} replace />
}

const canvasRoute: RouteObject = {
  // One route for both addresses: the first save changes the address and must not take the canvas away.
  path: '/canvas/:id?',
  handle: { title: page('canvas') },
  lazy: async () => ({ Component: (await import('./canvas-page.tsx')).CanvasPage }),
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    errorElement: <RouteErrorScreen />,
    children: [
      { Component: GuestOnly, children: guestRoutes },
      {
        path: paths.publicBilling,
        handle: { title: menu('usageBilling') },
        lazy: async () => ({ Component: (await import('./public-billing.tsx')).PublicBilling }),
      },
      later('/chatbot/:id', page('chatbot'), 'chatbot'),
      ...legacyPaths.map((path) => ({ path: `/${path}`, Component: ToApp })),
      {
        Component: RequireSession,
        children: [
          {
            path: '/app',
            lazy: async () => ({ Component: (await import('./shell/shell.tsx')).Shell }),
            children: shellRoutes,
          },
          canvasRoute,
          later('/agentcanvas/:id?', page('agentCanvas'), 'agentCanvas'),
          later('/marketplace/:id', page('template'), 'template'),
        ],
      },
      {
        path: '*',
        handle: { title: page('notFound') },
        lazy: async () => ({ Component: (await import('./not-found.tsx')).NotFoundScreen }),
      },
    ],
  },
]

export function createRouter() {
  return createBrowserRouter(routes)
}
