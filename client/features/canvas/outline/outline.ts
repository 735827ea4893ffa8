export { LeftDock, PhoneFoot, PhoneTabs } from './left-dock.tsx'
export { openQuickAdd, useFoldedPalette, useRegions } from './use-regions.ts'
export { useShowNode } from './use-show-node.ts'
