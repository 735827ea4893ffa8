import { Button } from '@mui/joy'
import { type CSSProperties, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { trpc } from '#client/api/trpc.ts'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import type { Thumbnail } from '#shared/flows.ts'
import { modelComponent } from '#shared/plan-inputs.ts'
import { countBranches } from '#shared/settle-plan.ts'
import { bareStep } from '#shared/step-traits.ts'
import type { ModelChoice, PlannedLink, PlannedStep, StepPlan } from '#shared/writing.ts'
import { absoluteOf } from '../agent/boxes.ts'
import { isStart } from '../agent/control-links.ts'
import { lookOfStep } from '../agent/step-view.ts'
import { useView, type View } from '../board/board.ts'
import { useSync } from '../draft/draft.ts'
import { emptyGraph, type Point, positionOf, writeGraph } from '../graph/flow-graph.ts'
import { findFreePlace } from '../graph/place.ts'
import type { Size } from '../graph/size.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { buildPlan, sizeOf } from './build-plan.ts'
import { GenerateForm } from './generate-form.tsx'

type WrittenPlan = StepPlan & { model?: ModelChoice | undefined }

/** Generates steps from a description: previewed first, then inserted. */
export function GeneratePanel() {
  const { agent, aiHelp } = useTexts()
  const { client } = trpc.useUtils()
  const store = useCanvasStore()
  const sync = useSync()
  const view = useView()
  const locked = useCanvas((state) => state.locked)
  const hasStart = useCanvas(({ graph }) => [...graph.nodes.values()].some(isStart))
  const [inserted, setInserted] = useState(0)
  const reported = useRef<HTMLParagraphElement>(null)

  function insert(plan: WrittenPlan, clear: () => void) {
    const names = [...plan.steps.map(({ kind }) => `${kind}Agentflow`), modelComponent(plan.model)]
    store.getState().withTemplates(names, () => insertLoaded(plan, clear))
  }

  function insertLoaded(plan: WrittenPlan, clear: () => void) {
    store.getState().flushDrafts()
    const { graph } = store.getState()
    sync.keepVersion(graph, 'before-replace')
    const count = insertPlan(store, view, plan, agent.start)
    flushSync(() => {
      clear()
      setInserted(count)
    })
    // On a phone the panel would cover the new steps.
    if (innerWidth < 900) {
      store.getState().put({ dock: undefined, phoneTab: 'canvas' })
    } else {
      reported.current?.focus()
    }
  }

  return (
    <div className="generate-panel grows shrinks-y scrolls-y">
      <GenerateForm
        name="generate"
        label={aiHelp.description}
        hint={aiHelp.descriptionHint}
        action={aiHelp.generate}
        generate={async ({ flowId, text, model, signal }) => {
          setInserted(0)
          const plan = await client.writing.steps.mutate({ flowId, description: text, model }, { signal })
          return { ...plan, model }
        }}
        ready={({ steps, links }) => aiHelp.planReady(steps.length, links.length)}
      >
        {(plan, clear) => (
          <>
            <PlanPreview plan={plan} hasStart={hasStart} />
            <div className="ask-actions flex wraps gap-8 surface line-above sticky">
              <Button disabled={locked} onClick={() => insert(plan, clear)}>
                {aiHelp.insertSteps(addedBy(plan, hasStart))}
              </Button>
              <Button variant="plain" color="neutral" onClick={clear}>
                {aiHelp.discard}
              </Button>
            </div>
            <p className="ask-note text-12 text-secondary">
              {locked ? aiHelp.locked : aiHelp.insertStepsHint}
            </p>
          </>
        )}
      </GenerateForm>
      {inserted > 0 && (
        <p
          ref={reported}
          className="plan-note text-13 line-18 round-6 pad-10-12 margin-16-0-0 backdrop-success text-success-soft"
          tabIndex={-1}
        >
          {aiHelp.inserted(inserted)} {aiHelp.chooseModels}
        </p>
      )}
    </div>
  )
}

function addedBy({ steps }: StepPlan, hasStart: boolean) {
  return steps.filter(({ kind }) => !(hasStart && kind === 'start')).length
}

/** After the new cards have rendered. */
const drawnMs = 50
const defaultStart: Size = { width: 220, height: 48 }
const besideStart = 100

/** Inserts a plan as one step, selects the new nodes and shows them. */
export function insertPlan(store: CanvasStore, view: View, plan: WrittenPlan, startLabel: string): number {
  const { graph, flowNodes, act, templates } = store.getState()
  const container = sizeOf(graph, plan)
  const taken = flowNodes.map(({ position, width, height }) => ({
    ...position,
    width: width ?? 320,
    height: height ?? 240,
  }))
  const corner = findFreePlace(targetPlace(store, view, plan, container), container, taken)
  const { graph: built, ids } = buildPlan(graph, plan, corner, {
    ...{ templates, startLabel, model: plan.model },
  })
  act({ name: 'insert', count: ids.length }, () => built)
  store.getState().select(ids)
  setTimeout(view.fitSelection, drawnMs)
  return ids.length
}

/** To the right of the existing start node, else in the middle of the viewport. */
function targetPlace(store: CanvasStore, view: View, { steps }: StepPlan, container: Size): Point {
  const { graph, flowNodes } = store.getState()
  const start = steps.some(({ kind }) => kind === 'start') && [...graph.nodes.values()].find(isStart)
  if (!start) {
    const { x, y } = view.centre()
    return { x: x - container.width / 2, y: y - container.height / 2 }
  }
  const { x, y } = positionOf(start)
  const { width, height } = flowNodes.find(({ id }) => id === start.id) ?? defaultStart
  return {
    x: x + (width ?? defaultStart.width) + besideStart,
    y: y + ((height ?? defaultStart.height) - container.height) / 2,
  }
}

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
      <div className="plan-head clips backdrop-body outlined round-8">
        <FlowFingerprint thumbnail={thumbnail} width={352} height={120} />
      </div>
      <h3>
        {aiHelp.plan}
        <span className="code-12 text-tertiary">{aiHelp.counted(added.length, links.length)}</span>
      </h3>
      {hasStart && added.length < steps.length && (
        <p className="ask-note text-12 text-secondary">{aiHelp.startStored}</p>
      )}
      <ul className="plan-steps unpadded text-13 line-18 unlisted clips outlined round-6">
        {added.map((step) => (
          <StepLine key={step.id} step={step} known={known} />
        ))}
      </ul>
      {links.length > 0 && (
        <>
          <h3>{aiHelp.links}</h3>
          <ul className="plan-links unpadded text-13 line-18 unlisted">
            {links.map((link) => (
              <LinkLine key={`${link.from} ${link.output} ${link.to}`} link={link} known={known} />
            ))}
          </ul>
        </>
      )}
      {leftOut.length > 0 && (
        <>
          <h3>{aiHelp.leftOut}</h3>
          <ul className="plan-out unpadded text-13 line-18 unlisted">
            {leftOut.map(({ what, why }) => (
              <li className="text-secondary" key={`${why} ${what}`}>
                <strong className="medium text-primary">{what}</strong> {aiHelp.why[why]}
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
  const { graph } = buildPlan(emptyGraph, plan, { x: 0, y: 0 }, { templates: new Map(), startLabel })
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
  const kindName = useCanvas(({ summaries }) => summaries.get(name)?.label) ?? bareStep(name).label
  const text = readable(step.kind === 'http' ? `${step.method} ${step.url}` : step.text, known)
  return (
    <li className="flex gap-10" style={{ '--glaze': kindColor(kind) } as CSSProperties}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="grid shrinks">
        <strong className="medium breaks-anywhere">{step.label || kindName}</strong>
        <small className="text-12 line-16 text-tertiary">
          {kindName}
          {box && ` · ${aiHelp.inside(box.label || box.id)}`}
        </small>
        {text && (
          <em className="clamps upright text-12 line-16 text-secondary breaks-anywhere" title={text}>
            {text}
          </em>
        )}
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
  const summaries = useCanvas((state) => state.summaries)
  const source = known.get(link.from)
  const label = (id: string) => {
    const { kind, label: own } = known.get(id) ?? { kind: 'llm', label: id }
    return kind === 'start' ? agent.start : own || summaries.get(`${kind}Agentflow`)?.label || kind
  }
  const branch =
    source && countBranches(source) > 1 ? branchName(source, link.output, agent.branches, aiHelp.way) : ''
  return (
    <li>
      {label(link.from)}
      {branch && <small className="text-12 line-16 text-tertiary">{branch}</small>} → {label(link.to)}
    </li>
  )
}

type Branches = ReturnType<typeof useTexts>['agent']['branches']

function branchName(
  { kind, scenarios, conditions }: PlannedStep,
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
  return scenarios[output] || numbered(output + 1)
}
