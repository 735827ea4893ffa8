import { Suspense, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { lazily } from '#client/components/on-demand.tsx'
import { CanvasScreen } from '#client/features/canvas/canvas-screen.tsx'
import type { FlowType } from '#shared/flows.ts'
import { ConnectModelHost } from './connect-model-host.tsx'
import { FlowConfigHost } from './flow-config-host.tsx'
import { ToolHost } from './tool-host.tsx'

// The chat brings Markdown with it: it is fetched while the canvas is already drawn.
const ChatPanel = lazily(async () => (await import('#client/features/chat/chat-panel.tsx')).ChatPanel)

/** Where canvas and chat meet: neither knows the other. `?ask=` opens the chat with a question already sent. */
export function CanvasPage({ newType = 'CHATFLOW' }: { newType?: FlowType }) {
  const { id } = useParams()
  const [search, setSearch] = useSearchParams()
  const [question] = useState(() => search.get('ask') ?? undefined)

  // Asked once: not again when the page is loaded anew or shared.
  useEffect(() => {
    setSearch(
      (now) => {
        now.delete('ask')
        return now
      },
      { replace: true },
    )
  }, [setSearch])

  return (
    <ConnectModelHost>
      <FlowConfigHost>
        <ToolHost>
          <CanvasScreen
            newType={newType}
            {...(id !== undefined && { flowId: id })}
            {...(question !== undefined && { askFirst: question })}
            renderChat={(chat) => (
              <Suspense fallback={null}>
                <ChatPanel {...chat} />
              </Suspense>
            )}
          />
        </ToolHost>
      </FlowConfigHost>
    </ConnectModelHost>
  )
}
