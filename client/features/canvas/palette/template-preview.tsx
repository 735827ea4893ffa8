import { type CSSProperties, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { RequiredStar } from '#client/components/required-star.tsx'
import { useTemplate } from '#client/components/use-load-templates.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { placeNode } from '#shared/nodes.ts'
import { shownStepTemplates } from '../agent/step-templates.ts'
import { typesOf } from '../graph/shape.ts'
import { kindOfTemplate, TemplateIcon } from './template-row.tsx'

const noPorts = { inputAnchors: [], outputAnchors: [] }

type Props = { id: string; template: NodeSummary; beside: Element }

/** Preview of a node type beside its row: description, inputs and outputs. */
export function TemplatePreview({ id, template, beside }: Props) {
  const { board, canvas } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const step = shownStepTemplates().get(template.name)
  const loaded = useTemplate(template.name, !step)
  const whole = step ?? loaded
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
      className="template-preview"
      style={{ '--glaze': kindColor(kind) } as CSSProperties}
    >
      <header>
        <TemplateIcon name={template.name} kind={kind} />
        <span>
          <strong>{template.label}</strong>
          <small>
            {[`v${template.version}`, ...template.tags].join(' · ')}
            {badge && ` · ${badge === 'DEPRECATING' ? board.deprecated : badge}`}
          </small>
        </span>
      </header>
      <p>{template.description}</p>
      {template.credential && <p className="preview-note">{board.needsCredential}</p>}
      <Ports title={board.takes} ports={inputAnchors} />
      <Ports title={canvas.gives} ports={outputs} />
      <footer>
        <kbd>↵</kbd> {canvas.add} <kbd>Ctrl B</kbd> {board.favourite}
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
      <h4>{title}</h4>
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
