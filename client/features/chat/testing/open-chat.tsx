import '#client/testing/setup.ts'
import { render, screen } from '@testing-library/react'
import { unstable_localLink as localLink, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '#client/api/client.ts'
import { trpc } from '#client/api/trpc.ts'
import { App } from '#client/app/app.tsx'
import { createUser } from '#client/testing/create-user.ts'
import { type Language, loadTexts } from '#client/texts/texts.tsx'
import { type AppRouter, appRouter } from '#server/router.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { RunEvent, WaitAnswer } from '#shared/runs.ts'
import { ChatPanel } from '../chat-panel.tsx'

/** Plays the server's part of an answer to a waiting run. */
export type Answering = (given: { runId: string; waitId: string; answer: WaitAnswer }) => Promise<void>

type Server = Pick<Awaited<ReturnType<typeof openServer>>, 'services' | 'token'> & { flow: { id: string } }

export async function openServer() {
  const server = await createTestApp({ listen: true })
  const { user, token } = await server.signUp('ada')
  const flow = await server.services.flows.createExample(user.id, 'en')
  return { ...server, user, token, flow }
}

type Overrides = Partial<Omit<Parameters<typeof ChatPanel>[0], 'flowId'>> & {
  language?: Language
  answering?: Answering
}

/** The chat panel of the canvas, connected to the router directly: tests have no event stream over HTTP. */
export async function openChat(server: Server, { language = 'en', answering, ...overrides }: Overrides = {}) {
  const received = { runIds: [] as string[], events: [] as RunEvent[], onShowNode: vi.fn() }
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const { unmount } = render(
    <App trpcClient={linkTo(server, answering)} queryClient={queryClient} texts={await loadTexts(language)}>
      <MemoryRouter>
        <ChatPanel
          flowId={server.flow.id}
          onRunStart={(runId) => received.runIds.push(runId)}
          onRunEvent={(event) => received.events.push(event)}
          onShowNode={received.onShowNode}
          {...overrides}
        />
      </MemoryRouter>
    </App>,
  )
  return { user: createUser(), received, unmount, input: () => screen.getByRole('textbox') }
}

function linkTo({ services, token }: Server, answering: Answering | undefined) {
  const origin = { address: '127.0.0.1', userAgent: 'test' }
  const createContext = async () => ({
    caller: await services.auth.authenticate(`Bearer ${token}`, origin),
    services,
    origin,
    idempotencyKey: undefined,
    xsrf: true,
    setSession: <Opened,>(opened: Opened) => opened,
    setDevice: <Opened,>(opened: Opened) => opened,
    clearSession: () => undefined,
  })
  return trpc.createClient({
    links: [answerWith(answering), localLink({ router: appRouter, createContext })],
  })
}

function answerWith(answering: Answering | undefined): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      answering && op.path === 'executions.waiting.answer'
        ? observable((observer) => {
            answering(op.input as Parameters<Answering>[0]).then(
              () => {
                observer.next({ result: { data: undefined } })
                observer.complete()
              },
              (error) => observer.error(TRPCClientError.from(error)),
            )
          })
        : next(op)
}
