import { type ReactNode, useCallback, useState } from 'react'
import { whenOpened } from '#client/components/on-demand.tsx'
import { ToolDialogContext, type ToolMade } from '#client/components/tool-dialog-context.ts'

const NewTool = whenOpened(async () => (await import('#client/features/tools/new-tool.tsx')).NewTool)

export function ToolHost({ children }: { children: ReactNode }) {
  const [reported, setReported] = useState<{ onMade: ToolMade }>()
  const open = useCallback((onMade: ToolMade) => setReported({ onMade }), [])
  const close = () => setReported(undefined)
  return (
    <ToolDialogContext value={open}>
      {children}
      {reported && (
        <NewTool
          onMade={(tool) => {
            close()
            reported.onMade(tool)
          }}
          onClose={close}
        />
      )}
    </ToolDialogContext>
  )
}
