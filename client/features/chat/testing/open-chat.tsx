import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { unstable_localLink as localLink } from '@trpc/client'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { trpc } from '#client/api/trpc.ts'
import { ConfirmProvider } from '#client/components/confirm-dialog.tsx'
import { ToastProvider } from '#client/components/toasts.tsx'
import { en } from '#client/texts/en.ts'
import { TextsProvider } from '#client/texts/texts.tsx'
import { appRouter } from '#server/router.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { RunEvent } from '#shared/runs.ts'
import { ChatPanel } from '../chat-panel.tsx'

type Server = Awaited<ReturnType<typeof openServer>>

/** A server with a user who has money and a flow that answers. */
export async function openServer(settings: Parameters<typeof createTestApp>[0] = {}) {
  const server = await createTestApp({ ...settings, listen: true })
  const { user, token } = await server.signUp('ada')
  const flow = await server.services.flows.createExample(user.id)
  return { ...server, user, token, flow }
}

type Overrides = Partial<Omit<Parameters<typeof ChatPanel>[0], 'flowId'>>

/** The panel as the canvas holds it, on the router itself: what travels over HTTP is tried elsewhere. */
export function openChat({ services, token, flow }: Server, overrides: Overrides = {}) {
  const origin = { address: '127.0.0.1', userAgent: 'test' }
  const client = trpc.createClient({
    links: [
      localLink({
        router: appRouter,
        createContext: async () => ({
          caller: await services.auth.authenticate(`Bearer ${token}`, origin),
          services,
          origin,
          idempotencyKey: undefined,
          xsrf: true,
          keepSession: (opened) => opened,
          dropSession: () => undefined,
        }),
      }),
    ],
  })
  const heard = { runIds: [] as string[], events: [] as RunEvent[], onShowNode: vi.fn() }
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { unmount } = render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <TextsProvider initial={{ language: 'en', texts: en }}>
          <ToastProvider>
            <ConfirmProvider>
              <MemoryRouter>
                <ChatPanel
                  flowId={flow.id}
                  onRunStart={(runId) => heard.runIds.push(runId)}
                  onRunEvent={(event) => heard.events.push(event)}
                  onShowNode={heard.onShowNode}
                  {...overrides}
                />
              </MemoryRouter>
            </ConfirmProvider>
          </ToastProvider>
        </TextsProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  )
  return { user: userEvent.setup(), heard, unmount, input: () => screen.getByLabelText('Message') }
}
