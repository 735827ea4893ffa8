import { screen } from '@testing-library/react'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
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
  const stored = async () => JSON.parse((await list())[0]?.flowData ?? '{}')
  return { user, ada, saved, list, stored, chat: () => chats.at(-1) }
}

export const saveState = () => screen.getByTestId('save-state').dataset.state
export const card = (id: string) => screen.findByTestId(`node-${id}`)
