import { createContext, use } from 'react'
import type { Tool } from '#shared/tools.ts'

/** Called once the tool is stored; not called on cancel. */
export type ToolMade = (tool: Tool) => void

/** Opens a form for a new tool over the current screen. Undefined without a provider. */
export const ToolDialogContext = createContext<((onMade: ToolMade) => void) | undefined>(undefined)

export function useOpenToolDialog() {
  return use(ToolDialogContext)
}
