import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type ConfiguredFlow, FlowConfigDoor } from '#client/components/flow-config-door.ts'

const FlowConfigDialog = lazy(async () => ({
  default: (await import('#client/features/flow-config/flow-config-dialog.tsx')).FlowConfigDialog,
}))

/** Where lists and canvas meet the configuration: none of them knows the other. */
export function FlowConfigHost({ children }: { children: ReactNode }) {
  const [flow, setFlow] = useState<ConfiguredFlow>()
  return (
    <FlowConfigDoor value={setFlow}>
      {children}
      {flow && (
        <Suspense>
          <FlowConfigDialog key={flow.id} flow={flow} onClose={() => setFlow(undefined)} />
        </Suspense>
      )}
    </FlowConfigDoor>
  )
}
