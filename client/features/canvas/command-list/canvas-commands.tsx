import {
  FileDown,
  History,
  Keyboard,
  ListChecks,
  LocateFixed,
  type LucideIcon,
  Pencil,
  Play,
  Plus,
  Redo2,
  Rocket,
  Save,
  SlidersHorizontal,
  Undo2,
} from 'lucide-react'
import type { useOpenFlowConfig } from '#client/components/flow-config-context.ts'
import { kindColor } from '#client/components/kind-glyph.tsx'
import type { ScreenCommand } from '#client/components/screen-commands.ts'
import type { Texts } from '#client/texts/texts.tsx'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { isStepKind } from '#shared/step-traits.ts'
import { lookOfStep } from '../agent/step-view.ts'
import type { View } from '../board/board.ts'
import { isAhead, type useSync } from '../draft/draft.ts'
import { kindOfTemplate, synonymsOf } from '../palette/palette.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { kindsFor } from '../store/catalogue.ts'
import { isDirty } from '../store/document.ts'
import { insertNode } from '../store/insert.ts'

export type CanvasHandlers = {
  publish: () => void
  saveVersion: () => void
  openChat: () => void
  /** Why the chat is disabled. */
  chatReason: string | undefined
  exportJson: () => void
  configure: ReturnType<typeof useOpenFlowConfig>
}

type Context = {
  store: CanvasStore
  sync: ReturnType<typeof useSync>
  view: View
  texts: Texts
  handlers: CanvasHandlers
}

export function canvasCommands(context: Context): ScreenCommand[] {
  return [...flowCommands(context), ...editCommands(context), ...addCommands(context)]
}

function flowCommands({ store, sync, texts, handlers }: Context): ScreenCommand[] {
  const { canvas, checklist, palette, versions } = texts
  const state = store.getState()
  const { saved, graph, put } = state
  const isEmpty = graph.nodes.size === 0
  const unpublished = isAhead(sync.store.getState().head) || isDirty(state)
  const publishReason = isEmpty ? versions.nothingToPublish : unpublished ? undefined : versions.allPublished
  const unsavedReason = saved ? undefined : canvas.saveFirst
  const { configure } = handlers
  return [
    command('publish', Rocket, versions.publish, palette.words.publish, handlers.publish, {
      reason: publishReason,
    }),
    command('run', Play, palette.commands.run, palette.words.run, handlers.openChat, {
      reason: handlers.chatReason,
    }),
    ...(configure
      ? [
          command(
            'settings',
            SlidersHorizontal,
            palette.commands.settings,
            palette.words.settings,
            () => saved && configure({ id: saved.id, name: store.getState().graph.name }),
            { reason: unsavedReason },
          ),
        ]
      : []),
    command('versions', History, versions.title, palette.words.versions, () => put({ dock: 'versions' }), {
      reason: unsavedReason,
    }),
    command('checklist', ListChecks, checklist.title, palette.words.checklist, () =>
      put({ dock: 'checklist' }),
    ),
    command('save-version', Save, versions.saveVersion, palette.words.saveVersion, handlers.saveVersion, {
      keys: 'Ctrl S',
    }),
    command('export', FileDown, canvas.exportJson, palette.words.export, handlers.exportJson),
    command('rename', Pencil, palette.commands.rename, palette.words.rename, () =>
      // Deferred, because the command palette restores the focus first.
      setTimeout(() => put({ renamingFlow: true })),
    ),
  ]
}

function editCommands({ store, texts }: Context): ScreenCommand[] {
  const { canvas, palette } = texts
  const { history, graph, undo, redo, put } = store.getState()
  const nothing = () => undefined
  return [
    command('add-node', Plus, palette.commands.addNode, palette.words.addNode, nothing, { query: '+' }),
    command('find-node', LocateFixed, palette.commands.findNode, palette.words.findNode, nothing, {
      query: '@',
      reason: graph.nodes.size === 0 ? canvas.addNodesFirst : undefined,
    }),
    command('undo', Undo2, palette.commands.undo, palette.words.undo, undo, {
      keys: 'Ctrl Z',
      reason: history.past.length === 0 ? canvas.undo : undefined,
    }),
    command('redo', Redo2, palette.commands.redo, palette.words.redo, redo, {
      keys: 'Ctrl ⇧ Z',
      reason: history.future.length === 0 ? canvas.redo : undefined,
    }),
    command('shortcuts', Keyboard, palette.commands.shortcuts, palette.words.shortcuts, () =>
      put({ dialog: 'shortcuts' }),
    ),
  ]
}

/** Deprecated types come last, and only in a search. */
function addCommands({ store, view, texts }: Context): ScreenCommand[] {
  const { nodes } = texts
  const categories: Record<string, string> = nodes.categories
  return [...kindsFor(store.getState()).values()]
    .filter(({ badge }) => badge !== 'DEPRECATING')
    .map((kind) => ({
      id: `add.${kind.name}`,
      group: 'add',
      name: kind.label,
      note: `${categories[kind.category] ?? kind.category} · ${kind.description}`,
      words: `${kind.name} ${kind.category} ${synonymsOf(kind)}`,
      mark: iconOf(kind),
      run: () => {
        const { x, y } = view.centre()
        insertNode(store, kind, { x: x - 160, y: y - 90 })
      },
    }))
}

function command(
  id: string,
  Icon: LucideIcon,
  name: string,
  words: string,
  run: () => unknown,
  options: Pick<ScreenCommand, 'keys' | 'reason' | 'query'> = {},
): ScreenCommand {
  return {
    id: `canvas.${id}`,
    group: 'canvas',
    name,
    words,
    mark: <Icon size={16} />,
    run: () => void run(),
    ...options,
  }
}

/** Icon of a node kind outside the canvas, where its store is missing. */
function iconOf(kind: NodeSummary) {
  const color = kindColor(kindOfTemplate(kind))
  if (isStepKind(kind.name)) {
    const { icon: Icon } = lookOfStep(kind.name)
    return <Icon size={16} color={color} />
  }
  const maskImage = `url("/api/v1/node-icon/${encodeURIComponent(kind.name)}")`
  return <i className="palette-drawing height-28" style={{ color, maskImage }} />
}
