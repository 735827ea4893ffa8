import './shortcuts.css'
import { Dialog } from '#client/components/dialog.tsx'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import { goKeys } from '../shell/go-keys.ts'

type Line = { keys: readonly string[]; name: string }

/** Every shortcut outside the canvas; the canvas has its own list under the same key. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts()
  const { shortcuts } = texts.overlays
  return (
    <Dialog title={shortcuts.title} description={shortcuts.text} size="m" onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the arrow keys */}
      <section tabIndex={0} aria-label={shortcuts.title}>
        {sectionsOf(texts).map(({ title, lines }) => (
          <section key={title} className="key-list">
            <h3 className="text-12 line-16 text-tertiary margin-0-0-4 regular">{title}</h3>
            <dl className="text-primary">
              {lines.map(({ keys, name }) => (
                <div className="row spread gap-16 min-height-36" key={name}>
                  <dt>{name}</dt>
                  <dd className="flex gap-4 rigid">
                    {keys.map((key) => (
                      <kbd
                        className="text-secondary backdrop-level1 outlined round-xs text-center code-12"
                        key={key}
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  )
}

function sectionsOf({ shell, overlays }: Texts): { title: string; lines: Line[] }[] {
  const { sections, actions } = overlays.shortcuts
  const mod = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
  const places = Object.entries(goKeys).map(([key, { title }]) => ({
    keys: ['g', key],
    name: shell.menu[title],
  }))
  return [
    {
      title: sections.everywhere,
      lines: [
        { keys: [mod, 'K'], name: actions.palette },
        { keys: ['['], name: actions.menu },
        { keys: ['?'], name: actions.help },
        { keys: ['Esc'], name: actions.close },
        { keys: [mod, '↵'], name: actions.submit },
      ],
    },
    { title: sections.places, lines: places },
    {
      title: sections.flows,
      lines: [
        { keys: ['n'], name: actions.newFlow },
        { keys: ['/'], name: actions.search },
        { keys: ['←', '↑', '→', '↓'], name: actions.move },
        { keys: ['F2'], name: actions.rename },
        { keys: ['Del'], name: actions.remove },
      ],
    },
    {
      title: sections.messages,
      lines: [
        { keys: ['t'], name: actions.takeOver },
        { keys: ['e'], name: actions.switchAi },
        { keys: ['r'], name: actions.reply },
        { keys: ['n'], name: actions.note },
        { keys: ['j', 'k'], name: actions.messages },
      ],
    },
  ]
}
