import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { FlowDraft, FlowHead } from '#shared/flow-versions.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { isDirty } from '../store/document.ts'
import { useCanvas } from '../store/use-canvas.ts'
import type { Sync } from './sync.ts'

export type SyncState = {
  /** The last known head on the server; undefined before the first save. */
  head: FlowHead | undefined
  status: 'idle' | 'busy' | 'offline' | 'conflict' | 'failed'
  /** Whether the current state is stored in this browser. */
  stored: boolean
  /** The draft another session has saved, until the conflict is resolved. */
  theirs: FlowDraft | undefined
}

export const firstState: SyncState = { head: undefined, status: 'idle', stored: false, theirs: undefined }

const SyncContext = createContext<Sync | undefined>(undefined)
export const SyncProvider = SyncContext

export function useSync(): Sync {
  const sync = use(SyncContext)
  if (!sync) {
    throw new Error('There is no SyncProvider above this component.')
  }
  return sync
}

export function useSyncState<Value>(read: (state: SyncState) => Value): Value {
  return useStore(useSync().store, read)
}

/** State of the save indicator. `dirty` lasts from a change until it is sent. */
export type SaveState = 'saved' | 'dirty' | 'saving' | 'offline' | 'conflict' | 'failed'

function saveStateOf(
  { status, stored }: Pick<SyncState, 'status' | 'stored'>,
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
  const { status, stored } = useStore(sync.store)
  return useCanvas((canvas) => saveStateOf({ status, stored: stored }, canvas))
}

/** Whether there are changes to publish, in the draft or not sent yet. */
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
