import {
  CalendarClock,
  ClipboardCheck,
  Copy,
  DatabaseZap,
  Ellipsis,
  FileDown,
  FileUp,
  History,
  ImageDown,
  Keyboard,
  LayoutTemplate,
  ListChecks,
  MessagesSquare,
  Pencil,
  Save,
  Settings2,
  Share2,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '#client/api/use-session.ts'
import { useOpenFlowConfig } from '#client/components/flow-config-context.ts'
import { onDemand } from '#client/components/on-demand.tsx'
import { useOpenMessages } from '#client/components/open-messages.ts'
import { useShare } from '#client/components/share-opener.ts'
import { useUpserts } from '#client/components/upsert-context.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useKeyMap } from '../board/board.ts'
import { exportFlow } from '../graph/export-flow.ts'
import { upsertStores } from '../graph/upsert-stores.ts'
import { Menu } from '../popups/popups.ts'
import { kindsOf } from '../store/catalogue.ts'
import { typeOf } from '../store/document.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

const SaveTemplateDialog = onDemand(
  async () => (await import('#client/components/save-template-dialog.tsx')).SaveTemplateDialog,
)
const PreferencesDialog = onDemand(
  async () => (await import('../dialogs/preferences-dialog.tsx')).PreferencesDialog,
)

type Props = {
  onRename: () => void
  onSave: () => void
  onLoad: (text: string, fileName: string) => void
  onExport: () => void
  onDelete: () => void
  onPublish: () => unknown
}

export function FlowMenu({ onRename, onSave, onLoad, onExport, onDelete, onPublish }: Props) {
  const { agent, canvas, canvasHabits, canvasImport, chat, common, shell, versions } = useTexts()
  const navigate = useNavigate()
  const configure = useOpenFlowConfig()
  const share = useShare()
  const openMessages = useOpenMessages()
  const upserts = useUpserts()
  const hasStore = useCanvas(({ unplaced, templates }) => upsertStores(unplaced, templates).length > 0)
  const store = useCanvasStore()
  const { shown } = useKeyMap()
  const saved = useCanvas((state) => state.saved)
  const isAgent = useCanvas(typeOf) === 'AGENTFLOW'
  const isEmpty = useCanvas(({ graph }) => graph.nodes.size === 0)
  const [opener, setOpener] = useState<Element>()
  const button = useRef<HTMLButtonElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const close = useCallback(() => setOpener(undefined), [])
  const unsavedReason = saved ? undefined : canvas.saveFirst
  const isAdmin = useUser()?.role === 'ADMIN'
  const [isSavingTemplate, setSavingTemplate] = useState(false)
  const [isPreferencesOpen, setPreferencesOpen] = useState(false)
  const openUpsert = () => store.getState().put({ dialog: 'upsert' })
  const openShortcuts = () => store.getState().put({ dialog: 'shortcuts' })

  async function readFlow() {
    store.getState().flushDrafts()
    await store.getState().ensureTemplates(kindsOf(store.getState().graph))
    const { graph, templates: kinds } = store.getState()
    return JSON.stringify(exportFlow(graph, kinds))
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button header-icon"
        aria-label={canvas.flowMenu}
        aria-haspopup="menu"
        aria-expanded={opener !== undefined}
        onClick={() => setOpener(button.current ?? undefined)}
      >
        <Ellipsis size={18} />
      </button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={canvas.loadJson}
        onChange={async ({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) {
            onLoad(await chosen.text(), chosen.name)
          }
          target.value = ''
        }}
      />
      {opener && (
        <Menu
          at={opener}
          label={canvas.flowMenu}
          onClose={close}
          groups={[
            [
              { name: common.rename, icon: Pencil, run: onRename },
              { name: versions.saveVersion, icon: Save, keys: 'Ctrl S', run: onSave },
              {
                name: versions.title,
                icon: History,
                disabled: unsavedReason,
                run: () => store.getState().put({ dock: 'versions' }),
              },
              {
                name: common.duplicate,
                icon: Copy,
                disabled: unsavedReason,
                run: () => store.getState().put({ dialog: 'duplicate' }),
              },
              ...(share
                ? [
                    {
                      name: common.share,
                      icon: Share2,
                      disabled: unsavedReason,
                      run: () => saved && share({ id: saved.id, publish: onPublish }),
                    },
                  ]
                : []),
              ...(configure
                ? [
                    {
                      name: common.configuration,
                      icon: SlidersHorizontal,
                      disabled: unsavedReason,
                      run: () => saved && configure({ id: saved.id, name: store.getState().graph.name }),
                    },
                  ]
                : []),
              {
                name: chat.messages,
                icon: MessagesSquare,
                disabled: unsavedReason,
                run: () => saved && openMessages(saved.id),
              },
              {
                name: shell.pages.evaluations,
                icon: ClipboardCheck,
                disabled: unsavedReason,
                run: () => saved && navigate(`/app/evaluations/${saved.id}`),
              },
            ],
            ...(isAgent
              ? [
                  [
                    {
                      name: agent.triggers,
                      icon: CalendarClock,
                      disabled: unsavedReason,
                      run: () => saved && navigate(`/app/agentflows/${saved.id}/triggers`),
                    },
                    {
                      name: agent.executions,
                      icon: ListChecks,
                      disabled: unsavedReason,
                      run: () => saved && navigate(`/app/executions?flow=${saved.id}`),
                    },
                  ],
                ]
              : []),
            ...(hasStore
              ? [
                  [
                    {
                      name: canvas.upsert,
                      icon: DatabaseZap,
                      run: openUpsert,
                    },
                    {
                      name: canvas.upsertHistory,
                      icon: History,
                      disabled: unsavedReason,
                      run: () =>
                        saved &&
                        upserts?.openHistory(
                          { id: saved.id, name: store.getState().graph.name, purpose: 'flow' },
                          openUpsert,
                        ),
                    },
                  ],
                ]
              : []),
            [
              { name: canvas.loadJson, icon: FileUp, run: () => file.current?.click() },
              { name: canvas.exportJson, icon: FileDown, run: onExport },
              {
                name: canvasImport.picture.menu,
                icon: ImageDown,
                disabled: isEmpty ? canvas.addNodesFirst : undefined,
                run: () => store.getState().put({ dialog: 'picture' }),
              },
              ...(isAdmin
                ? [{ name: canvas.saveAsTemplate, icon: LayoutTemplate, run: () => setSavingTemplate(true) }]
                : []),
            ],
            [
              {
                name: canvasHabits.preferences,
                icon: Settings2,
                run: () => setPreferencesOpen(true),
              },
              { name: canvas.shortcuts, icon: Keyboard, ...shown('help'), run: openShortcuts },
            ],
            [{ name: common.delete, icon: Trash2, danger: true, disabled: unsavedReason, run: onDelete }],
          ]}
        />
      )}
      {isPreferencesOpen && (
        <PreferencesDialog
          onShortcuts={() => {
            setPreferencesOpen(false)
            openShortcuts()
          }}
          onClose={() => setPreferencesOpen(false)}
        />
      )}
      {isSavingTemplate && (
        <SaveTemplateDialog
          name={store.getState().graph.name}
          read={async () => ({ flowData: await readFlow() })}
          onClose={() => setSavingTemplate(false)}
        />
      )}
    </>
  )
}
