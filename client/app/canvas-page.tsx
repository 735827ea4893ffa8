import './inside.css'
import { Suspense, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { lazily } from '#client/components/on-demand.tsx'
import { CanvasScreen } from '#client/features/canvas/canvas-screen.tsx'
import type { FlowType } from '#shared/flows.ts'
import { ConnectModelHost } from './connect-model-host.tsx'
import { FlowConfigHost } from './flow-config-host.tsx'
import { ToolHost } from './tool-host.tsx'

// Loaded lazily: the chat brings a Markdown parser, and the canvas is drawn first.
const ChatPanel = lazily(async () => (await import('#client/features/chat/chat-panel.tsx')).ChatPanel)

/** Connects canvas and chat. `?ask=` opens the chat with a question already sent. */
export function CanvasPage({ newType = 'CHATFLOW' }: { newType?: FlowType }) {
  const { id } = useParams()
  const [search, setSearch] = useSearchParams()
  const [question] = useState(() => search.get('ask') ?? undefined)

  // Removed from the URL so that a reload or shared link does not ask again.
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
            {...(question !== undefined && { firstQuestion: question })}
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
