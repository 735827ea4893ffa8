import { createContext, use } from 'react'
import type { ConfigSection } from '#shared/flow-sections.ts'

export type ConfiguredFlow = { id: string; name: string; section?: ConfigSection }

/** Opens a flow's configuration over the current screen. Undefined without a provider. */
export const FlowConfigContext = createContext<((flow: ConfiguredFlow) => void) | undefined>(undefined)

export function useOpenFlowConfig() {
  return use(FlowConfigContext)
}
