import './tools.css'
import type { Tool } from '#shared/tools.ts'
import { freshTool } from './fresh-tool.ts'
import { ToolEditor } from './tool-editor.tsx'

type Props = { onMade: (tool: Tool) => void; onClose: () => void }

const nothing = () => undefined

/** A tool begun where one is wanted. What only stored tools can do does not arise. */
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
