import { Button } from '@mui/joy'
import { type ReactNode, useState } from 'react'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { isDirty } from '../store/document.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** Why nothing can be asked now. */
export function useChatReason(): string | undefined {
  const { canvas } = useTexts()
  const saved = useCanvas((state) => state.saved !== undefined)
  const blocking = useCanvas(({ problems }) => problems.filter((problem) => problem.blocking).length)
  const empty = useCanvas(({ graph }) => graph.nodes.size === 0)
  if (empty) {
    return canvas.addNodesFirst
  }
  if (blocking > 0) {
    return canvas.fixFirst(blocking)
  }
  return saved ? undefined : canvas.saveFirst
}

type Props = {
  renderChat: (props: ChatDockProps) => ReactNode
  askFirst: string | undefined
  reason: string | undefined
  onShowNode: (id: string) => void
  onSave: () => void
}

/** The chat, once it has been opened; from then on it stays, so that a run goes on while it is not shown. */
export function ChatSide({ renderChat, askFirst, reason, onShowNode, onSave }: Props) {
  const { canvas, common } = useTexts()
  const store = useCanvasStore()
  const id = useCanvas(({ saved }) => saved?.id)
  const open = useCanvas(({ dock }) => dock === 'chat')
  const dirty = useCanvas(isDirty)
  const [begun, setBegun] = useState(open)
  if (open && !begun) {
    setBegun(true)
  }
  if (!(begun && id)) {
    return <p className="panel-empty">{reason}</p>
  }
  return (
    <>
      {dirty && (
        <div className="chat-stale" role="status">
          <span>{canvas.chatIsStale}</span>
          <Button size="sm" variant="outlined" color="neutral" onClick={onSave}>
            {common.save}
          </Button>
        </div>
      )}
      {renderChat({
        flowId: id,
        onRunStart: store.getState().startRun,
        onRunEvent: store.getState().takeRunEvent,
        onShowNode,
        ...(reason !== undefined && { disabledReason: reason }),
        ...(askFirst !== undefined && { askFirst }),
      })}
    </>
  )
}
