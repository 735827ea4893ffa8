import { Button, IconButton, Input } from '@mui/joy'
import { Lock, Search, X } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { matches } from '#client/components/fold-text.ts'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { NodeForm } from '#client/components/node-form/node-form.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import type { ComponentChoice } from '#shared/stores.ts'
import { NodeMark } from '../parts/node-mark.tsx'
import { fieldsWithoutEffect, type Part } from './index-parts.ts'

const kinds: Record<Part, Kind> = {
  embedding: 'embeddings',
  vectorStore: 'retriever',
  recordManager: 'value',
}

type Props = {
  part: Part
  place: number
  components: readonly NodeTemplate[]
  choice: ComponentChoice | undefined
  /** An earlier choice is missing, or makes this one needless. */
  lock: 'earlier' | 'needless' | undefined
  marked: ReadonlySet<string>
  onChange: (choice: ComponentChoice | undefined) => void
  children?: ReactNode
}

export function IndexColumn(props: Props) {
  const { part, components, choice, lock, onChange } = props
  const isLocked = lock !== undefined
  const { stores } = useTexts()
  const texts = stores.index.parts[part]
  const [isChoosing, setChoosing] = useState(false)
  const template = isLocked ? undefined : components.find(({ name }) => name === choice?.name)
  const isOpen = !isLocked && (isChoosing || !template)
  return (
    <section
      className="index-column stack relative surface round-md"
      data-locked={isLocked || undefined}
      style={{ '--glaze': kindColor(kinds[part]) } as CSSProperties}
      aria-label={texts.name}
    >
      <header className="row gap-12 line-below">
        <Mark template={isOpen ? undefined : template} kind={kinds[part]} isLocked={isLocked} />
        <div className="grows shrinks">
          <p className="text-12 line-16 text-tertiary">
            {props.place} {texts.name}
          </p>
          <h2 className="truncate">
            {titleOf({ texts, needless: stores.index.needless, lock, isOpen, label: template?.label })}
          </h2>
        </div>
        {template && (
          <Button size="sm" variant="plain" color="neutral" onClick={() => setChoosing(!isChoosing)}>
            {isChoosing ? stores.index.keep : stores.index.change}
          </Button>
        )}
        {template && part === 'recordManager' && (
          <Remove
            label={template.label}
            onRemove={() => {
              setChoosing(false)
              onChange(undefined)
            }}
          />
        )}
      </header>
      <div className="index-body stack gap-16">
        {isLocked && (
          <p className="text-13 line-20 text-secondary">
            {lock === 'needless' ? stores.index.needlessText : texts.text}
          </p>
        )}
        {isOpen && (
          <Picker
            components={components}
            kind={kinds[part]}
            label={texts.search(components.length)}
            onChoose={(name) => {
              setChoosing(false)
              if (name !== choice?.name) {
                onChange({ name, config: {} })
              }
            }}
          />
        )}
        {!isOpen && template && <Settings {...props} template={template} />}
      </div>
    </section>
  )
}

type Title = {
  texts: { locked: string; choose: string }
  needless: string
  lock: Props['lock']
  isOpen: boolean
  label: string | undefined
}

function titleOf({ texts, needless, lock, isOpen, label }: Title) {
  if (lock) {
    return lock === 'earlier' ? texts.locked : needless
  }
  return isOpen ? texts.choose : label
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { stores } = useTexts()
  return (
    <IconButton size="sm" variant="plain" aria-label={stores.index.remove(label)} onClick={onRemove}>
      <X size={16} />
    </IconButton>
  )
}

type MarkProps = { template: NodeTemplate | undefined; kind: Kind; isLocked: boolean }

function Mark({ template, kind, isLocked }: MarkProps) {
  return template ? (
    <NodeMark node={template} kind={kind} />
  ) : (
    <span className="node-mark centered rigid round-6" style={{ color: kindColor(kind) }}>
      {isLocked ? <Lock size={15} aria-hidden="true" /> : <KindGlyph kind={kind} size={15} silent />}
    </span>
  )
}

function Settings({ template, choice, marked, onChange, children }: Props & { template: NodeTemplate }) {
  return (
    <>
      <NodeForm
        template={template}
        values={choice?.config ?? {}}
        missing={marked}
        except={fieldsWithoutEffect(template.name)}
        onChange={(config) => onChange({ name: template.name, config: config as ComponentChoice['config'] })}
      />
      {children}
    </>
  )
}

type PickerProps = {
  components: readonly NodeTemplate[]
  kind: Kind
  label: string
  onChoose: (name: string) => void
}

function Picker({ components, kind, label, onChoose }: PickerProps) {
  const { stores } = useTexts()
  const [query, setQuery] = useState('')
  // Those that need no account come first.
  const found = components
    .filter((each) => matches(`${each.label} ${each.name} ${each.description}`, query))
    .toSorted((a, b) => Number(a.credential !== undefined) - Number(b.credential !== undefined))
  return (
    <>
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        startDecorator={<Search size={16} />}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {found.length === 0 && <p className="text-13 text-tertiary">{stores.noMatch(query)}</p>}
      <ul className="index-choices stack gap-2 unpadded unlisted">
        {found.map(({ name, label: title, description, credential }) => (
          <li key={name}>
            <button
              type="button"
              className="index-choice row gap-12 full-width inherits-font text-left no-background borderless round-sm pressable filled-on-hover"
              onClick={() => onChoose(name)}
            >
              <KindGlyph kind={kind} size={11} silent />
              <span className="grows shrinks">
                <span className="block medium text-primary text-13">{title}</span>
                <span className="loader-text clamps text-12 line-16 text-tertiary">{description}</span>
              </span>
              {!credential && (
                <span className="chunk-size rigid text-12 text-success-soft backdrop-success round-4">
                  {stores.index.noAccount}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
