import { Input } from '@mui/joy'
import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { matches } from '#client/components/fold-text.ts'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ConfigSection, FlowConfig } from '#shared/flow-sections.ts'
import { isSectionOn, sectionGroups } from './section-list.ts'
import type { ConfigForm } from './use-config-form.ts'

type Props = {
  config: FlowConfig
  form: ConfigForm
  section: ConfigSection | undefined
  /** Section that gets the focus: the current one, or the one shown before the list came back. */
  last: ConfigSection | undefined
  onSection: (section: ConfigSection) => void
}

export function SectionRail({ config, form, section, last, onSection }: Props) {
  const { flowConfig: texts } = useTexts()
  const [query, setQuery] = useState('')
  const isFocused = useRef(false)
  // Focuses once, when the list has loaded, so that later renders do not steal the focus.
  const focusOnce = (button: HTMLButtonElement | null) => {
    if (button && !isFocused.current) {
      isFocused.current = true
      button.focus()
    }
  }
  const isFound = (name: ConfigSection) => matches(`${texts.names[name]} ${texts.effects[name]}`, query)
  const groups = sectionGroups
    .map(([group, names]) => [group, names.filter(isFound)] as const)
    .filter(([, names]) => names.length > 0)
  return (
    <nav className="config-rail stack gap-12 scrolls backdrop-body line-right" aria-label={texts.sections}>
      <Input
        size="sm"
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        startDecorator={<Search size={15} />}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => {
          const [first] = groups[0]?.[1] ?? []
          if (event.key === 'Enter') {
            event.preventDefault()
            if (first && query.trim() !== '') {
              onSection(first)
            }
          }
        }}
      />
      {groups.map(([group, names]) => (
        <section key={group} aria-labelledby={`config-${group}`}>
          <h3 className="text-tertiary" id={`config-${group}`}>
            {texts.groups[group]}
          </h3>
          <ul className="grid gap-2 unpadded unlisted">
            {names.map((name) => (
              <li key={name}>
                <button
                  className="row spread gap-8 full-width min-height-32 text-left text-secondary no-background round-sm pressable"
                  type="button"
                  ref={name === last ? focusOnce : undefined}
                  aria-current={name === section ? 'page' : undefined}
                  onClick={() => onSection(name)}
                >
                  <span>{texts.names[name]}</span>
                  <Mark isDirty={form.isDirty(name)} isOn={isSectionOn(name, form.currentOf(config, name))} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && (
        <p className="setting-help text-12 text-secondary" role="status">
          {texts.noMatch(query)}
        </p>
      )}
    </nav>
  )
}

function Mark({ isDirty, isOn }: { isDirty: boolean; isOn: boolean }) {
  const { flowConfig: texts } = useTexts()
  if (isDirty) {
    return (
      <small className="inline-row rigid regular text-secondary">
        <StatusDot state="draft" size={9} />
        {texts.unsaved}
      </small>
    )
  }
  return isOn ? (
    <small className="inline-row rigid regular text-secondary">
      <StatusDot state="live" size={9} />
      {texts.on}
    </small>
  ) : null
}
