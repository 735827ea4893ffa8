import { type ReactNode, useState } from 'react'
import { type ConfiguredFlow, FlowConfigContext } from '#client/components/flow-config-context.ts'
import { whenOpened } from '#client/components/on-demand.tsx'
import { MessagesHost } from './messages-host.tsx'
import { ShareHost } from './share-host.tsx'

const FlowConfigDialog = whenOpened(
  async () => (await import('#client/features/flow-config/flow-config-dialog.tsx')).FlowConfigDialog,
)

export function FlowConfigHost({ children }: { children: ReactNode }) {
  const [flow, setFlow] = useState<ConfiguredFlow>()
  return (
    <FlowConfigContext value={setFlow}>
      <ShareHost>
        <MessagesHost>{children}</MessagesHost>
      </ShareHost>
      {flow && <FlowConfigDialog key={flow.id} flow={flow} onClose={() => setFlow(undefined)} />}
    </FlowConfigContext>
  )
}
