import { screen } from '@testing-library/react'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import type { FlowDraft, FlowVersion } from '#shared/flow-versions.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { CanvasScreen } from '../canvas-screen.tsx'
import { layOut } from './lay-out.ts'

type Options = { flowData?: string; language?: 'en' | 'tr'; askFirst?: string; around?: Around }
type Around = NonNullable<Parameters<typeof renderScreen>[1]['around']>

/** The editor on a real server, with a flow open or a new one begun. */
export async function openCanvas({ flowData, language = 'en', askFirst, around }: Options = {}) {
  layOut()
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')
  const chats: ChatDockProps[] = []
  const saved =
    flowData === undefined
      ? undefined
      : (
          await ada.call('POST', '/chatflows', { name: 'Returns desk', flowData, type: 'CHATFLOW' })
        ).json<SavedFlow>()

  const { user } = await renderScreen(
    <CanvasScreen
      {...(saved && { flowId: saved.id })}
      {...(askFirst !== undefined && { askFirst })}
      renderChat={(chat) => {
        chats.push(chat)
        return <p>The chat</p>
      }}
    />,
    { app, session: ada, language, ...(around && { around }) },
  )
  // Nothing is drawn when something stands between us and the server.
  if (!around) {
    await screen.findByRole('application')
  }

  const list = async () => (await ada.call('GET', '/chatflows')).json<SavedFlow[]>()
  /** What a procedure of this flow's owner gives. */
  const ask = async <Answer,>(door: string, input: object, isWrite = false) => {
    const { headers } = ada
    const response = await app.inject(
      isWrite
        ? { method: 'POST', url: `/trpc/${door}`, payload: input, headers }
        : { url: `/trpc/${door}`, query: { input: JSON.stringify(input) }, headers },
    )
    return response.json().result.data as Answer
  }
  const draft = async () => ask<FlowDraft>('flows.draft', { id: (await list())[0]?.id })
  const versions = async () => ask<FlowVersion[]>('flows.versions.list', { id: (await list())[0]?.id })
  /** What is on the server of what is on the canvas. */
  const stored = async () => JSON.parse((await draft()).flowData)
  return { user, ada, saved, list, ask, draft, versions, stored, chat: () => chats.at(-1) }
}

export const saveState = () => screen.getByTestId('save-state').dataset.state
export const card = (id: string) => screen.findByTestId(`node-${id}`)
