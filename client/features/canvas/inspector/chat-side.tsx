import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { isEnding } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { isStart } from '../agent/control-links.ts'
import { startFormOf } from '../agent/start-form.ts'
import { useSync, useSyncState, useUnpublished } from '../draft/draft.ts'
import { pinsOf } from '../graph/pins.ts'
import { useShowRun } from '../run/run.ts'
import { goToDock } from '../store/elements.ts'
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
  firstQuestion: string | undefined
  /** Increases with each request to open the chat; each moves the focus there. */
  requested: number
  reason: string | undefined
  onShowNode: (id: string) => void
}

/** The chat stays mounted once opened, so that a run continues while it is hidden. */
export function ChatSide({ renderChat, firstQuestion, requested, reason, onShowNode }: Props) {
  const sync = useSync()
  const store = useCanvasStore()
  const id = useCanvas(({ saved }) => saved?.id)
  const open = useCanvas(({ dock }) => dock === 'chat')
  const order = useCanvas((state) => state.order)
  const showRun = useShowRun()
  const starts = useCanvas(({ graph }) => [...graph.nodes.values()].find(isStart)?.data.inputs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form changes with the inputs of the start only
  const startForm = useMemo(() => startFormOf(store.getState().graph), [starts, store])
  const [gathered] = useState(() => gatherEvents((events) => store.getState().takeRunEvents(events)))
  const [started, setBegun] = useState(open)
  if (open && !started) {
    setBegun(true)
  }
  if (!(started && id)) {
    return <p className="panel-empty text-tertiary">{reason}</p>
  }
  return (
    <>
      <DraftNote />
      {renderChat({
        flowId: id,
        focusRequest: requested,
        // The chat runs the draft on the canvas.
        beforeSend: async () => {
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
        ...(startForm && { startForm }),
        ...(reason !== undefined && { disabledReason: reason }),
        ...(firstQuestion !== undefined && { firstQuestion }),
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
    <p className="chat-draft rigid text-12 line-16 backdrop-warning text-warning-soft" role="status">
      {versions.testingDraft(published === undefined ? undefined : versions.short(published))}
    </p>
  )
}

/** The chat beside the canvas. Saves the draft before a question, and opens automatically for an initial one. */
export function useChatDock(firstQuestion: string | undefined) {
  const store = useCanvasStore()
  const sync = useSync()
  const [chatRequested, setChatRequested] = useState(0)

  const openChat = useCallback(async () => {
    store.getState().flushDrafts()
    await sync.send()
    store.getState().put({ dock: 'chat' })
  }, [sync, store])

  const first = useRef(firstQuestion)
  useEffect(() => {
    if (first.current !== undefined) {
      first.current = undefined
      store.getState().put({ dock: 'chat' })
    }
  }, [store])

  function toggleChat() {
    if (store.getState().dock === 'chat') {
      store.getState().put({ dock: undefined })
    } else {
      void openChat().then(() => {
        goToDock(store, 'chat')
        setChatRequested((count) => count + 1)
      })
    }
  }

  return { openChat, toggleChat, chatRequested }
}

/** Too short to be noticed, and it leaves two frames of three for moving the canvas. */
const pauseMs = 48

/**
 * Batches the events of a run, because every batch makes the whole canvas check whether it is concerned. The end of a run is
 * passed on at once.
 */
export function gatherEvents(take: (events: readonly RunEvent[]) => void) {
  let waiting: RunEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length > 0) {
      take(events)
    }
  }

  return {
    add(event: RunEvent) {
      waiting.push(event)
      if (isEnding(event)) {
        flush()
      } else {
        timer ??= setTimeout(flush, pauseMs)
      }
    },
    flush,
  }
}
