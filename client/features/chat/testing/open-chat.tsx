import '#client/testing/guard.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { unstable_localLink as localLink } from '@trpc/client'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '#client/api/client.ts'
import { trpc } from '#client/api/trpc.ts'
import { App } from '#client/app/app.tsx'
import { type Language, loadTexts } from '#client/texts/texts.tsx'
import { appRouter } from '#server/router.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { RunEvent } from '#shared/runs.ts'
import { ChatPanel } from '../chat-panel.tsx'

type Server = Awaited<ReturnType<typeof openServer>>

export async function openServer() {
  const server = await createTestApp({ listen: true })
  const { user, token } = await server.signUp('ada')
  const flow = await server.services.flows.createExample(user.id, 'en')
  return { ...server, user, token, flow }
}

type Overrides = Partial<Omit<Parameters<typeof ChatPanel>[0], 'flowId'>> & { language?: Language }

/** The chat panel of the canvas, connected to the router directly: tests have no event stream over HTTP. */
export async function openChat(server: Server, { language = 'en', ...overrides }: Overrides = {}) {
  const heard = { runIds: [] as string[], events: [] as RunEvent[], onShowNode: vi.fn() }
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const { unmount } = render(
    <App trpcClient={linkTo(server)} queryClient={queryClient} texts={await loadTexts(language)}>
      <MemoryRouter>
        <ChatPanel
          flowId={server.flow.id}
          onRunStart={(runId) => heard.runIds.push(runId)}
          onRunEvent={(event) => heard.events.push(event)}
          onShowNode={heard.onShowNode}
          {...overrides}
        />
      </MemoryRouter>
    </App>,
  )
  return { user: userEvent.setup(), heard, unmount, input: () => screen.getByRole('textbox') }
}

function linkTo({ services, token }: Server) {
  const origin = { address: '127.0.0.1', userAgent: 'test' }
  const createContext = async () => ({
    caller: await services.auth.authenticate(`Bearer ${token}`, origin),
    services,
    origin,
    idempotencyKey: undefined,
    xsrf: true,
    keepSession: <Opened,>(opened: Opened) => opened,
    keepDevice: <Opened,>(opened: Opened) => opened,
    dropSession: () => undefined,
  })
  return trpc.createClient({ links: [localLink({ router: appRouter, createContext })] })
}
