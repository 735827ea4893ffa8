import './tools.css'
import type { Tool } from '#shared/tools.ts'
import { freshTool } from './fresh-tool.ts'
import { ToolEditor } from './tool-editor.tsx'

type Props = { onMade: (tool: Tool) => void; onClose: () => void }

const nothing = () => undefined

/** Creates a tool from within another screen. Actions that need a stored tool are disabled. */
export function NewTool({ onMade, onClose }: Props) {
  return (
    <ToolEditor
      edited={freshTool}
      use={undefined}
      isFromFile={false}
      onSaved={onMade}
      onClose={onClose}
      onDelete={nothing}
      onTemplate={nothing}
    />
  )
}
