import { createContext, use } from 'react'
import type { Tool } from '#shared/tools.ts'

/** Told of the tool once it is stored; never when somebody thinks better of it. */
export type ToolMade = (tool: Tool) => void

/** Opens a new tool over whatever screen asks. Undefined where nobody stands ready to draw it. */
export const ToolDialogContext = createContext<((onMade: ToolMade) => void) | undefined>(undefined)

export function useOpenToolDialog() {
  return use(ToolDialogContext)
}
