export { switchNodes } from './actions.ts'
export { Rejection, ReplaceList, SavePart, TargetList } from './board-popups.tsx'
export { FlowCanvas } from './flow-canvas.tsx'
export { isCovered } from './focus.ts'
export { NodeMenu } from './node-menu.tsx'
export {
  chooseKey,
  judgeKey,
  type KeyChoice,
  type KeyIssue,
  keysOf,
  nameOf,
  type Preferences,
  type SingleKey,
  singleKeyNames,
  useKeyMap,
  usePreferences,
} from './preferences.ts'
export { Spoken } from './spoken.tsx'
export { createStillStore, StillCanvas, StillFlow } from './still-flow.tsx'
export { isBlank, useCamera, useSpaceBesideDock } from './use-camera.ts'
export { useView, type View } from './use-view.ts'
