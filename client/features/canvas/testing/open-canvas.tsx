import { screen } from '@testing-library/react'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { catalogue } from '#server/nodes/catalogue.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { FlowDraft, FlowVersion } from '#shared/flow-versions.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { CanvasScreen } from '../canvas-screen.tsx'
import { layOut } from './lay-out.ts'

type Options = {
  flowData?: string
  type?: 'CHATFLOW' | 'AGENTFLOW'
  language?: 'en' | 'tr'
  firstQuestion?: string
  around?: Around
  env?: Record<string, string>
  /** Opens all palette categories. */
  hasRows?: boolean
}
type Around = NonNullable<Parameters<typeof renderScreen>[1]['around']>

export async function openCanvas({
  flowData,
  type = 'CHATFLOW',
  language = 'en',
  firstQuestion,
  around,
  env = {},
  hasRows = false,
}: Options = {}) {
  layOut()
  if (!hasRows) {
    closeCategories()
  }
  const { app, signUp } = await createTestApp({ env })
  const ada = await signUp('ada')
  const chats: ChatDockProps[] = []
  const saved =
    flowData === undefined
      ? undefined
      : (await ada.call('POST', '/chatflows', { name: 'Returns desk', flowData, type })).json<SavedFlow>()

  const { user } = await renderScreen(
    <CanvasScreen
      {...(saved && { flowId: saved.id })}
      newType={type}
      {...(firstQuestion !== undefined && { firstQuestion })}
      renderChat={(chat) => {
        chats.push(chat)
        return <p>The chat</p>
      }}
    />,
    { app, session: ada, language, ...(around && { around }) },
  )
  if (!around) {
    await screen.findByRole('application')
  }

  const list = async () => (await ada.call('GET', '/chatflows')).json<SavedFlow[]>()
  const request = async <Answer,>(route: string, input: object, isWrite = false) => {
    const { headers } = ada
    const response = await app.inject(
      isWrite
        ? { method: 'POST', url: `/trpc/${route}`, payload: input, headers }
        : { url: `/trpc/${route}`, query: { input: JSON.stringify(input) }, headers },
    )
    return response.json().result.data as Answer
  }
  const draft = async () => request<FlowDraft>('flows.draft', { id: (await list())[0]?.id })
  const versions = async () => request<FlowVersion[]>('flows.versions.list', { id: (await list())[0]?.id })
  const stored = async () => JSON.parse((await draft()).flowData)
  return { user, ada, signUp, saved, list, request, draft, versions, stored, chat: () => chats.at(-1), chats }
}

/** Their rows are four fifths of the page's elements; React renders them and every search by role visits each. */
function closeCategories() {
  const names = new Set([...catalogue.values()].map(({ category }) => category))
  localStorage.setItem('canvas.closedCategories', JSON.stringify([...names]))
}

export const saveState = () => screen.getByTestId('save-state').dataset.state
export const card = (id: string) => screen.findByTestId(`node-${id}`)
