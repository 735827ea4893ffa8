import { createContext, use } from 'react'
import type { FlowSection } from '#shared/flow-sections.ts'

/** Which flow's configuration, and what is shown of it first. */
export type ConfiguredFlow = { id: string; name: string; section?: FlowSection }

/** Opens the configuration of a flow over whatever screen asks. Undefined where nobody stands ready to draw it. */
export const FlowConfigContext = createContext<((flow: ConfiguredFlow) => void) | undefined>(undefined)

export function useOpenFlowConfig() {
  return use(FlowConfigContext)
}
