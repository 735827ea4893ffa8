import { type CSSProperties, useMemo } from 'react'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import type { Thumbnail } from '#shared/flows.ts'
import { waysOut } from '#shared/settle-plan.ts'
import type { PlannedLink, PlannedStep, StepPlan } from '#shared/writing.ts'
import { absoluteOf } from '../agent/boxes.ts'
import { shownStepTemplates } from '../agent/step-templates.ts'
import { lookOfStep } from '../agent/step-view.ts'
import { emptyGraph, writeGraph } from '../graph/flow-graph.ts'
import { buildPlan } from './build-plan.ts'

const cardSize = { width: 220, height: 74 }

/** Preview of a plan: a drawing, its steps and links, and what was left out. */
export function PlanPreview({ plan, hasStart }: { plan: StepPlan; hasStart: boolean }) {
  const { agent, aiHelp } = useTexts()
  const { steps, links, leftOut } = plan
  const thumbnail = useMemo(() => drawPlan(plan, agent.start), [plan, agent])
  const known = new Map(steps.map((step) => [step.id, step]))
  const added = hasStart ? steps.filter(({ kind }) => kind !== 'start') : steps
  return (
    <>
      <div className="plan-head">
        <FlowFingerprint thumbnail={thumbnail} width={352} height={120} />
      </div>
      <h3>
        {aiHelp.plan}
        <span>{aiHelp.counted(added.length, links.length)}</span>
      </h3>
      {hasStart && added.length < steps.length && <p className="ask-note">{aiHelp.startStored}</p>}
      <ul className="plan-steps">
        {added.map((step) => (
          <StepLine key={step.id} step={step} known={known} />
        ))}
      </ul>
      {links.length > 0 && (
        <>
          <h3>{aiHelp.links}</h3>
          <ul className="plan-links">
            {links.map((link) => (
              <LinkLine key={`${link.from} ${link.output} ${link.to}`} link={link} known={known} />
            ))}
          </ul>
        </>
      )}
      {leftOut.length > 0 && (
        <>
          <h3>{aiHelp.leftOut}</h3>
          <ul className="plan-out">
            {leftOut.map(({ what, why }) => (
              <li key={`${why} ${what}`}>
                <strong>{what}</strong> {aiHelp.why[why]}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Steps have no types and so no colours; positions in a box are relative to it. */
function drawPlan(plan: StepPlan, startLabel: string): Thumbnail {
  const { graph } = buildPlan(emptyGraph, plan, { x: 0, y: 0 }, startLabel)
  const { nodes, ...file } = writeGraph(graph)
  const placed = nodes.map((node) => ({ ...cardSize, ...node, position: absoluteOf(graph, node) }))
  const { boxes, threads } = drawThumbnail({ ...file, nodes: placed })
  const kinds = placed.map(({ data }) => lookOfStep(data.name).kind)
  return {
    boxes: boxes.map((box, index) => ({ ...box, kind: kinds[index] ?? box.kind })),
    threads: threads.map((thread) => ({ ...thread, kind: kinds[thread.from] ?? thread.kind })),
  }
}

function StepLine({ step, known }: { step: PlannedStep; known: ReadonlyMap<string, PlannedStep> }) {
  const { aiHelp } = useTexts()
  const box = known.get(step.inside)
  const name = `${step.kind}Agentflow`
  const { icon: Icon, kind } = lookOfStep(name)
  const kindName = shownStepTemplates().get(name)?.label ?? step.kind
  const text = readable(step.kind === 'http' ? `${step.method} ${step.url}` : step.text, known)
  return (
    <li style={{ '--glaze': kindColor(kind) } as CSSProperties}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>
        <strong>{step.label || kindName}</strong>
        <small>
          {kindName}
          {box && ` · ${aiHelp.inside(box.label || box.id)}`}
        </small>
        {text && <em title={text}>{text}</em>}
      </span>
    </li>
  )
}

/** Ids of a plan are not shown to users. */
function readable(text: string, known: ReadonlyMap<string, PlannedStep>): string {
  return text.replace(/\{\{\s*([\p{L}\w-]+)/gu, (whole, id: string) => {
    const label = known.get(id)?.label
    return label ? `{{ ${label}` : whole
  })
}

function LinkLine({ link, known }: { link: PlannedLink; known: ReadonlyMap<string, PlannedStep> }) {
  const { agent, aiHelp } = useTexts()
  const source = known.get(link.from)
  const label = (id: string) => {
    const { kind, label: own } = known.get(id) ?? { kind: 'llm', label: id }
    return kind === 'start' ? agent.start : own || shownStepTemplates().get(`${kind}Agentflow`)?.label
  }
  const way = source && waysOut(source) > 1 ? wayName(source, link.output, agent.branches, aiHelp.way) : ''
  return (
    <li>
      {label(link.from)}
      {way && <small>{way}</small>} → {label(link.to)}
    </li>
  )
}

type Branches = ReturnType<typeof useTexts>['agent']['branches']

function wayName(
  { kind, ways, conditions }: PlannedStep,
  output: number,
  branches: Branches,
  numbered: (number: number) => string,
) {
  if (kind === 'humanInput') {
    return output === 0 ? branches.proceed : branches.reject
  }
  const { left, operation, right } = conditions[output] ?? {}
  if (kind === 'condition') {
    return left === undefined ? branches.else : `${left} ${operation} ${right}`
  }
  return ways[output] || numbered(output + 1)
}
