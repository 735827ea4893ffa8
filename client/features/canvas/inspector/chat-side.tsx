import { type ReactNode, useState } from 'react'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useSync, useSyncState, useUnpublished } from '../draft/sync-store.ts'
import { gatherEvents } from '../run/gather-events.ts'
import { pinsOf } from '../run/run-actions.ts'
import { useShowRun } from '../run/run-picker.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** Why the chat is disabled. */
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
  /** Increases with each request to open the chat; each moves the focus there. */
  requested: number
  reason: string | undefined
  onShowNode: (id: string) => void
}

/** The chat stays mounted once opened, so that a run continues while it is hidden. */
export function ChatSide({ renderChat, askFirst, requested, reason, onShowNode }: Props) {
  const sync = useSync()
  const store = useCanvasStore()
  const id = useCanvas(({ saved }) => saved?.id)
  const open = useCanvas(({ dock }) => dock === 'chat')
  const order = useCanvas((state) => state.order)
  const showRun = useShowRun()
  const [gathered] = useState(() => gatherEvents((events) => store.getState().takeRunEvents(events)))
  const [begun, setBegun] = useState(open)
  if (open && !begun) {
    setBegun(true)
  }
  if (!(begun && id)) {
    return <p className="panel-empty">{reason}</p>
  }
  return (
    <>
      <DraftNote />
      {renderChat({
        flowId: id,
        focusRequest: requested,
        // The chat runs the draft on the canvas.
        beforeAsk: async () => {
          store.getState().flushDrafts()
          await sync.send()
        },
        readPins: () => pinsOf(store.getState().graph),
        ...(order && { order }),
        // Late events of the previous run are ignored.
        onRunStart: (runId) => {
          gathered.flush()
          store.getState().startRun(runId)
        },
        onRunEvent: gathered.add,
        onShowNode,
        onShowRun: showRun,
        ...(reason !== undefined && { disabledReason: reason }),
        ...(askFirst !== undefined && { askFirst }),
      })}
    </>
  )
}

/**
 * Notes that the published version differs from this draft. A separate component, so that the chat does not
 * re-render.
 */
function DraftNote() {
  const { versions } = useTexts()
  const unpublished = useUnpublished()
  const published = useSyncState(({ head }) => head?.published?.number)
  if (!unpublished) {
    return null
  }
  return (
    <p className="chat-draft" role="status">
      {versions.testingDraft(published === undefined ? undefined : versions.short(published))}
    </p>
  )
}
