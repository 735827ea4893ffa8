import { type ReactNode, useCallback, useState } from 'react'
import { whenOpened } from '#client/components/on-demand.tsx'
import { ToolDoor, type ToolMade } from '#client/components/tool-door.ts'

const NewTool = whenOpened(async () => (await import('#client/features/tools/new-tool.tsx')).NewTool)

/** Where the canvas meets the editor of tools: neither knows the other. */
export function ToolHost({ children }: { children: ReactNode }) {
  const [told, setTold] = useState<{ onMade: ToolMade }>()
  const open = useCallback((onMade: ToolMade) => setTold({ onMade }), [])
  const close = () => setTold(undefined)
  return (
    <ToolDoor value={open}>
      {children}
      {told && (
        <NewTool
          onMade={(tool) => {
            close()
            told.onMade(tool)
          }}
          onClose={close}
        />
      )}
    </ToolDoor>
  )
}
