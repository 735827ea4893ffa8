import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useStorage } from '#client/components/use-storage.ts'
import { isRecord, toRecord } from '#shared/json.ts'
import type { CanvasState, CanvasStore } from '../store/canvas-store.ts'
import { magnetReach } from '../store/view.ts'

/** Single-key shortcuts and their default keys; the first one is displayed. */
const singleKeys = {
  add: ['a', '/'],
  note: ['n'],
  connect: ['c'],
  disable: ['d'],
  pin: ['p'],
  inspect: ['i'],
  zoomFull: ['0'],
  fit: ['1'],
  fitSelection: ['2'],
  zoomIn: ['+', '='],
  zoomOut: ['-'],
  minimap: ['m'],
  help: ['?'],
} as const
export type SingleKey = keyof typeof singleKeys
export const singleKeyNames = Object.keys(singleKeys) as SingleKey[]

export type KeyChoice = {
  isOff: boolean
  keys: Record<string, string>
}
const defaults: KeyChoice = { isOff: false, keys: {} }

function isKeyChoice(value: unknown): value is KeyChoice {
  const { isOff, keys } = toRecord(value)
  return typeof isOff === 'boolean' && isRecord(keys) && Object.values(keys).every(isKeyName)
}

function isKeyName(value: unknown) {
  return typeof value === 'string' && value.length > 0 && value.length <= 8
}

export function keysOf({ keys }: KeyChoice, action: SingleKey): readonly string[] {
  const chosen = keys[action]
  return chosen === undefined ? singleKeys[action] : [chosen]
}

export type KeyIssue = { name: 'notSingle' | 'reserved' } | { name: 'taken'; by: SingleKey }

/** Why a key cannot be assigned to an action. The space bar is reserved for panning. */
export function judgeKey(
  choice: KeyChoice,
  action: SingleKey,
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): KeyIssue | undefined {
  if (ctrlKey || metaKey || altKey) {
    return { name: 'notSingle' }
  }
  if ([...key].length !== 1 || key.trim() === '') {
    return { name: 'reserved' }
  }
  const by = singleKeyNames.find(
    (other) => other !== action && keysOf(choice, other).includes(key.toLowerCase()),
  )
  return by && { name: 'taken', by }
}

/** Changes the key of an action; the default key is not stored. */
export function chooseKey(choice: KeyChoice, action: SingleKey, key: string): KeyChoice {
  const { [action]: _, ...others } = choice.keys
  const [first] = singleKeys[action]
  return { ...choice, keys: key === first ? others : { ...others, [action]: key } }
}

export function nameOf(key: string): string {
  return key === '-' ? '−' : key.toUpperCase()
}

export function useKeyMap() {
  const [choice, setChoice] = useStorage('canvas.keys', defaults, isKeyChoice)
  return useMemo(
    () => ({
      choice,
      setChoice,
      reset: () => setChoice({ ...choice, keys: {} }),
      /** For menus and titles; empty when single keys are off. */
      shown: (action: SingleKey): { keys?: string } =>
        choice.isOff ? {} : { keys: nameOf(keysOf(choice, action)[0] ?? '') },
    }),
    [choice, setChoice],
  )
}

export function bindSingles<Action>(
  choice: KeyChoice,
  actions: Record<SingleKey, Action>,
): Record<string, Action> {
  const bound = singleKeyNames.flatMap((name) =>
    keysOf(choice, name).map((key) => [key, actions[name]] as const),
  )
  return choice.isOff ? {} : Object.fromEntries(bound)
}

export type Preferences = {
  /** Action of the mouse wheel and of two fingers on a touchpad. */
  wheel: 'zoom' | 'pan'
  snapping: boolean
  grid: boolean
  minimap: boolean
  /** Whether a dragged card snaps to its neighbours. */
  magnet: boolean
}

const defaultPreferences: Preferences = {
  wheel: 'zoom',
  snapping: false,
  grid: true,
  minimap: true,
  magnet: true,
}

const switches = ['snapping', 'grid', 'minimap', 'magnet'] as const

function isPreferences(value: unknown): value is Preferences {
  const stored = (value ?? {}) as Partial<Record<keyof Preferences, unknown>>
  const hasWheel = stored.wheel === 'zoom' || stored.wheel === 'pan'
  return hasWheel && switches.every((name) => typeof stored[name] === 'boolean')
}

/** Canvas preferences: stored per browser, shared by all flows, synchronized between tabs. */
export function usePreferences() {
  return useStorage('canvas.preferences', defaultPreferences, isPreferences)
}

export function useStoredPreferences(store: CanvasStore): Preferences {
  const [preferences, save] = usePreferences()

  // Before the first paint, or the grid would flash.
  useLayoutEffect(() => {
    const { wheel: _, ...target } = preferences
    if (!isAs(readPreferences(store.getState()), target)) {
      const { magnet, ...surface } = target
      store.setState({ ...surface, magnet: magnet ? magnetReach : 0 })
    }
  }, [store, preferences])

  useEffect(
    () =>
      store.subscribe((state, before) => {
        const [now, old] = [readPreferences(state), readPreferences(before)]
        if (!isAs(now, old)) {
          save({ ...preferences, ...now })
        }
      }),
    [store, preferences, save],
  )
  return preferences
}

type OfStore = Omit<Preferences, 'wheel'>

function readPreferences({ snapping, grid, minimap, magnet }: CanvasState): OfStore {
  return { snapping, grid, minimap, magnet: magnet > 0 }
}

function isAs(some: OfStore, others: OfStore): boolean {
  return (Object.keys(some) as (keyof OfStore)[]).every((name) => some[name] === others[name])
}
