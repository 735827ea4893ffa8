import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { FlowDraft, FlowHead } from '#shared/flow-versions.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { isDirty } from '../store/document.ts'
import { useCanvas } from '../store/use-canvas.ts'
import type { Sync } from './sync.ts'

export type SyncState = {
  /** What the server had when it was heard last; undefined before the first save. */
  head: FlowHead | undefined
  status: 'idle' | 'busy' | 'offline' | 'conflict' | 'failed'
  /** Whether the present state is safe in this browser. */
  kept: boolean
  /** What somebody else has saved, while it is not decided what becomes of it. */
  theirs: FlowDraft | undefined
}

export const firstState: SyncState = { head: undefined, status: 'idle', kept: false, theirs: undefined }

const SyncContext = createContext<Sync | undefined>(undefined)
export const SyncProvider = SyncContext

/** What keeps the open flow and the server's draft the same. */
export function useSync(): Sync {
  const sync = use(SyncContext)
  if (!sync) {
    throw new Error('There is no SyncProvider above this component.')
  }
  return sync
}

/** One value of it. */
export function useSyncState<Value>(read: (state: SyncState) => Value): Value {
  return useStore(useSync().store, read)
}

/** What the pill says. `dirty` lasts from a change until it is sent. */
export type SaveState = 'saved' | 'dirty' | 'saving' | 'offline' | 'conflict' | 'failed'

export function saveStateOf(
  { status, kept: stored }: Pick<SyncState, 'status' | 'kept'>,
  canvas: Pick<CanvasState, 'history' | 'savedRevision' | 'saved'>,
): SaveState {
  if (status === 'conflict' || status === 'failed') {
    return status
  }
  if (status === 'offline') {
    return stored ? 'offline' : 'failed'
  }
  if (status === 'busy') {
    return 'saving'
  }
  return isDirty(canvas) ? 'dirty' : 'saved'
}

export function useSaveState(): SaveState {
  const sync = useSync()
  const { status, kept: stored } = useStore(sync.store)
  return useCanvas((canvas) => saveStateOf({ status, kept: stored }, canvas))
}

/** Whether there is something to publish: in the draft, or still on its way there. */
export function useUnpublished(): boolean {
  const ahead = useSyncState(({ head }) => isAhead(head))
  const dirty = useCanvas(isDirty)
  return ahead || dirty
}

export function isAhead(head: FlowHead | undefined): boolean {
  if (!head?.published) {
    return head !== undefined
  }
  const { added, removed, changed } = head.changes
  return added + removed + changed > 0
}
