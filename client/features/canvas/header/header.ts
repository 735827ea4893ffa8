export { CanvasHeader } from './canvas-header.tsx'
export { FlowMenu } from './flow-menu.tsx'
export { useFlowTitle } from './flow-name.tsx'
export { useDeletedToast, useFlowActions } from './use-flow-actions.tsx'
