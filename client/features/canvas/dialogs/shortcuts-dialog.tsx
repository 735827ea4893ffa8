import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'

const keys = [
  ['A /', 'add'],
  ['N', 'note'],
  ['C', 'connect'],
  ['Ctrl K', 'palette'],
  ['Ctrl F', 'find'],
  ['Ctrl Z', 'undo'],
  ['Ctrl ⇧ Z', 'redo'],
  ['Ctrl S', 'save'],
  ['Ctrl C', 'copy'],
  ['Ctrl X', 'cut'],
  ['Ctrl V', 'paste'],
  ['Ctrl ⇧ V', 'pasteLinked'],
  ['Ctrl D', 'duplicate'],
  ['Ctrl A', 'selectAll'],
  ['⇧', 'selectMore'],
  ['⌫ Del', 'delete'],
  ['F2', 'rename'],
  ['↵ I', 'inspect'],
  ['⇧ F10', 'menu'],
  ['Ctrl G', 'group'],
  ['Ctrl ⇧ G', 'ungroup'],
  ['⇧ Alt T', 'tidy'],
  ['← ↑ → ↓', 'nudge'],
  ['⇧ ← ↑ → ↓', 'nudgeFar'],
  ['Alt ← ↑ → ↓', 'neighbour'],
  ['Space', 'pan'],
  ['0', 'zoomFull'],
  ['1', 'fit'],
  ['2', 'fitSelection'],
  ['+ −', 'zoom'],
  ['M', 'minimap'],
  ['Esc', 'release'],
  ['?', 'help'],
] as const

/** Every key the canvas answers to. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { board, canvas } = useTexts()
  const words = { ...canvas.keyActions, ...board.keyActions }
  return (
    <Dialog title={canvas.shortcuts} size="m" onClose={onClose} description={canvas.shortcutsText}>
      <dl className="shortcuts">
        {keys.map(([key, name]) => (
          <div key={name}>
            <dt>{words[name]}</dt>
            <dd>
              {key.split(' ').map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
