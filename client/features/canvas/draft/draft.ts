export { useComparison } from '../versions/comparison.ts'
export { DiffList, TextDiff } from '../versions/diff-list.tsx'
export { useVersionActions } from '../versions/use-version-actions.ts'
export { type DeviceDraft, useDeviceDraft } from './draft-store.ts'
export { type Opened, openFlow } from './open-flow.ts'
export {
  isAhead,
  type SaveState,
  SyncProvider,
  useSaveState,
  useSync,
  useSyncState,
  useUnpublished,
} from './sync-store.ts'
export { useLeaveGuard } from './use-leave-guard.ts'
export { useOpenSync } from './use-sync.ts'
