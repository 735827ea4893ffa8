import { Star } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { type CSSProperties, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { RequiredStar } from '#client/components/required-star.tsx'
import { useTemplate } from '#client/components/use-load-templates.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { placeNode } from '#shared/nodes.ts'
import { isStepKind } from '#shared/step-traits.ts'
import { lookOfStep } from '../agent/step-view.ts'
import { NodeIcon } from '../card/card.ts'
import { typesOf } from '../graph/shape.ts'

type Props = HTMLAttributes<HTMLDivElement> & {
  template: NodeSummary
  isActive?: boolean
  reason?: string | undefined
  isFavourite?: boolean
  onFavourite?: () => void
}

/** Kind of a node type's first output. */
export function kindOfTemplate({ name, baseClasses, outputs }: NodeSummary): Kind {
  if (isStepKind(name)) {
    return lookOfStep(name).kind
  }
  const kind = kindOf(baseClasses)
  return kind === 'any' && outputs[0] ? kindOf(outputs[0].baseClasses) : kind
}

/** Types of the same name are told apart by framework or category. */
export function secondLine({ tags, category, description }: NodeSummary): string {
  const prefix = tags.includes('LlamaIndex') ? 'LlamaIndex' : category === 'LLMs' ? 'LLM' : ''
  return prefix === '' ? description : `${prefix} · ${description}`
}

/** A node type in a list. */
export function TemplateRow({ template, isActive, reason, isFavourite, onFavourite, ...row }: Props) {
  const { board } = useTexts()
  const kind = kindOfTemplate(template)
  return (
    <div
      role="option"
      aria-selected={Boolean(isActive)}
      aria-disabled={reason !== undefined}
      tabIndex={-1}
      className="palette-node dock-row"
      data-active={isActive || undefined}
      style={{ '--glaze': kindColor(kind) } as CSSProperties}
      {...row}
    >
      <TemplateIcon name={template.name} kind={kind} />
      <span className="dock-words grid grows shrinks">
        <strong className="truncate shrinks text-14 line-18 text-primary">
          <span>{template.label}</span>
          {template.badge && (
            <span className="canvas-tag" data-tone={template.badge === 'DEPRECATING' ? 'old' : 'new'}>
              {template.badge === 'DEPRECATING' ? board.deprecated : template.badge}
            </span>
          )}
        </strong>
        <small className="truncate shrinks text-12 line-16">{reason ?? secondLine(template)}</small>
      </span>
      {onFavourite && (
        // A row is one choice and holds no button: with keys it is Ctrl and B in the search field.
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <span
          className="palette-star rigid text-tertiary items-centered height-24"
          data-on={isFavourite || undefined}
          title={isFavourite ? board.noFavourite : board.favourite}
          onClick={(event) => {
            event.stopPropagation()
            onFavourite()
          }}
        >
          <Star size={14} aria-label={isFavourite ? board.isFavourite : undefined} />
        </span>
      )}
      <KindGlyph kind={kind} size={13} />
    </div>
  )
}

/** Icon of a node type, or the glyph of a step. */
export function TemplateIcon({ name, kind }: { name: string; kind: Kind }) {
  if (!isStepKind(name)) {
    return <NodeIcon name={name} kind={kind} />
  }
  const { icon: Icon } = lookOfStep(name)
  return (
    <span className="node-icon centered rigid relative round-6 height-28" aria-hidden="true">
      <Icon size={16} strokeWidth={1.75} />
    </span>
  )
}

const noPorts = { inputAnchors: [], outputAnchors: [] }

type TemplatePreviewProps = { id: string; template: NodeSummary; beside: Element }

/** Preview of a node type beside its row: description, inputs and outputs. */
export function TemplatePreview({ id, template, beside }: TemplatePreviewProps) {
  const { board, canvas } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const isStep = isStepKind(template.name)
  const whole = useTemplate(template.name, !isStep)
  useLayoutEffect(() => {
    const card = box.current
    if (card) {
      const row = beside.getBoundingClientRect()
      const { width, height } = card.getBoundingClientRect()
      const right = row.right + 8
      card.style.left = `${right + width <= innerWidth - 8 ? right : Math.max(8, row.left - width - 8)}px`
      card.style.top = `${Math.max(8, Math.min(row.top - 8, innerHeight - height - 8))}px`
      card.style.visibility = 'visible'
    }
  })

  const kind = kindOfTemplate(template)
  const { inputAnchors, outputAnchors } = whole ? placeNode(whole, 'preview') : noPorts
  const outputs = outputAnchors.flatMap((output) => output.options ?? [output])
  const { badge } = template
  return createPortal(
    <div
      ref={box}
      id={id}
      role="tooltip"
      className="template-preview text-primary outlined backdrop-popup body-13 untouchable fixed width-300 round-10"
      style={{ '--glaze': kindColor(kind) } as CSSProperties}
    >
      <header className="row gap-10">
        <TemplateIcon name={template.name} kind={kind} />
        <span>
          <strong>{template.label}</strong>
          <small className="text-12 line-16 text-tertiary">
            {[`v${template.version}`, ...template.tags].join(' · ')}
            {badge && ` · ${badge === 'DEPRECATING' ? board.deprecated : badge}`}
          </small>
        </span>
      </header>
      <p>{template.description}</p>
      {template.credential && (
        <p className="preview-note text-12 line-16 text-tertiary">{board.needsCredential}</p>
      )}
      <Ports title={board.takes} ports={inputAnchors} />
      <Ports title={canvas.gives} ports={outputs} />
      <footer className="text-12 line-16 text-tertiary margin-top-12">
        <kbd className="outlined round-4">↵</kbd> {canvas.add} <kbd className="outlined round-4">Ctrl B</kbd>{' '}
        {board.favourite}
      </footer>
    </div>,
    document.querySelector('.workspace-main') ?? document.body,
  )
}

type PortsProps = {
  title: string
  ports: readonly { id: string; label: string; type: string; optional?: boolean }[]
}

function Ports({ title, ports }: PortsProps) {
  return ports.length === 0 ? null : (
    <section>
      <h4 className="text-secondary">{title}</h4>
      <ul>
        {ports.map((port) => (
          <li key={port.id}>
            <KindGlyph kind={kindOf(typesOf(port))} size={11} silent />
            {port.label}
            {port.optional === false && <RequiredStar />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const waitMs = 400

type Shown = { template: NodeSummary; beside: Element }

/** The node type that has been hovered for a moment. */
export function usePreview() {
  const [shown, setShown] = useState<Shown>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const hide = useCallback(() => {
    clearTimeout(timer.current)
    setShown(undefined)
  }, [])
  const show = useCallback((template: NodeSummary, beside: Element | null) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => beside && setShown({ template, beside }), waitMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  return { shown, show, hide }
}
