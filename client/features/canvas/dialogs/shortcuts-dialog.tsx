import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'

const keys = [
  ['A /', 'add'],
  ['N', 'note'],
  ['C', 'connect'],
  ['Ctrl Z', 'undo'],
  ['Ctrl ⇧ Z', 'redo'],
  ['Ctrl S', 'save'],
  ['Ctrl C', 'copy'],
  ['Ctrl X', 'cut'],
  ['Ctrl V', 'paste'],
  ['Ctrl D', 'duplicate'],
  ['Ctrl A', 'selectAll'],
  ['⇧', 'selectMore'],
  ['⌫ Del', 'delete'],
  ['F2', 'rename'],
  ['↵ I', 'inspect'],
  ['⇧ F10', 'menu'],
  ['← ↑ → ↓', 'nudge'],
  ['⇧ ← ↑ → ↓', 'nudgeFar'],
  ['Space', 'pan'],
  ['0', 'zoomFull'],
  ['1', 'fit'],
  ['2', 'fitSelection'],
  ['+ −', 'zoom'],
  ['Esc', 'release'],
  ['?', 'help'],
] as const

/** Every key the canvas answers to. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { canvas } = useTexts()
  return (
    <Dialog title={canvas.shortcuts} size="m" onClose={onClose} description={canvas.shortcutsText}>
      <dl className="shortcuts">
        {keys.map(([key, name]) => (
          <div key={name}>
            <dt>{canvas.keyActions[name]}</dt>
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
