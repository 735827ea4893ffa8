import './inside.css'
import { type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import { lazily } from '#client/components/on-demand.tsx'
import type { AssistantPaths } from '#client/features/assistants/assistant-paths.ts'
import { AssistantEditorScreen } from '#client/features/assistants/editor/editor-screen.tsx'
import { AssistantsScreen } from '#client/features/assistants/list/assistants-screen.tsx'
import { CustomAssistantsScreen } from '#client/features/assistants/list/custom-screen.tsx'
import { OpenAiAssistantsScreen } from '#client/features/assistants/open-ai/open-ai-screen.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'
import { ConnectModelHost } from './connect-model-host.tsx'
import { FlowConfigHost } from './flow-config-host.tsx'
import { paths } from './paths.ts'

// The chat brings a Markdown parser, and the form is drawn first.
const ChatPanel = lazily(async () => (await import('#client/features/chat/chat-panel.tsx')).ChatPanel)

const assistantPaths: AssistantPaths = {
  start: paths.app('assistants'),
  list: paths.customAssistants,
  openAi: paths.openAiAssistants,
  editor: paths.customAssistant,
  flow: paths.canvas,
}

function ForAdmins({ children }: { children: ReactNode }) {
  const { shell } = useTexts()
  return <AdminOnly screen={shell.menu.assistants}>{children}</AdminOnly>
}

export function AssistantsPage() {
  return (
    <ForAdmins>
      <AssistantsScreen paths={assistantPaths} />
    </ForAdmins>
  )
}

export function CustomAssistantsPage() {
  return (
    <ForAdmins>
      <CustomAssistantsScreen paths={assistantPaths} />
    </ForAdmins>
  )
}

export function OpenAiAssistantsPage() {
  return (
    <ForAdmins>
      <OpenAiAssistantsScreen paths={assistantPaths} />
    </ForAdmins>
  )
}

/** Outside the shell, as the canvas: form and chat need the whole width. */
export function AssistantEditorPage() {
  const { id = '' } = useParams()
  return (
    <ForAdmins>
      <ConnectModelHost>
        <FlowConfigHost>
          <AssistantEditorScreen
            key={id}
            id={id}
            paths={assistantPaths}
            renderChat={(chat) => (
              <Suspense fallback={null}>
                <ChatPanel {...chat} />
              </Suspense>
            )}
          />
        </FlowConfigHost>
      </ConnectModelHost>
    </ForAdmins>
  )
}
