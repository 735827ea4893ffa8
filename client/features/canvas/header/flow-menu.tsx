import { Copy, Ellipsis, FileDown, FileUp, Keyboard, Pencil, Save, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { Menu } from '../popups/menu.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

type Props = {
  onRename: () => void
  onSave: () => void
  onLoad: (text: string, fileName: string) => void
  onExport: () => void
  onDelete: () => void
}

/** What else can be done with the flow. */
export function FlowMenu({ onRename, onSave, onLoad, onExport, onDelete }: Props) {
  const { canvas, common } = useTexts()
  const store = useCanvasStore()
  const saved = useCanvas((state) => state.saved)
  const [opener, setOpener] = useState<Element>()
  const button = useRef<HTMLButtonElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const close = useCallback(() => setOpener(undefined), [])
  const unsaved = saved ? undefined : canvas.saveFirst

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
              { name: common.save, icon: Save, keys: 'Ctrl S', run: onSave },
              {
                name: common.duplicate,
                icon: Copy,
                disabled: unsaved,
                run: () => store.getState().put({ dialog: 'duplicate' }),
              },
            ],
            [
              { name: canvas.loadJson, icon: FileUp, run: () => file.current?.click() },
              { name: canvas.exportJson, icon: FileDown, run: onExport },
            ],
            [
              {
                name: canvas.shortcuts,
                icon: Keyboard,
                keys: '?',
                run: () => store.getState().put({ dialog: 'shortcuts' }),
              },
            ],
            [{ name: common.delete, icon: Trash2, danger: true, disabled: unsaved, run: onDelete }],
          ]}
        />
      )}
    </>
  )
}
