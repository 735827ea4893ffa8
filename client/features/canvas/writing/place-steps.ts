import { waysOut } from '#shared/settle-plan.ts'
import type { PlannedLink, PlannedStep, StepPlan } from '#shared/writing.ts'
import type { Box } from '../graph/place.ts'
import type { Size } from '../graph/size.ts'

const card = { width: 220, height: 74 }
const branchRow = 26
const gap = { column: 100, row: 48 }
/** Padding of a box; more at the top, for its title. */
const around = { side: 32, top: 64 }
const emptyBox: Size = { width: 480, height: 260 }

/**
 * Places the steps of a plan from left to right in their order. Positions of steps in a box are relative to the
 * box.
 */
export function placeSteps({ steps, links }: Pick<StepPlan, 'steps' | 'links'>): {
  places: ReadonlyMap<string, Box>
  size: Size
} {
  const places = new Map<string, Box>()
  const boxes = new Map<string, Size>()
  for (const { id } of steps.filter(({ kind }) => kind === 'iteration')) {
    const inner = steps.filter(({ inside }) => inside === id)
    const container = lay(inner, links, (step) => sizeOf(step, boxes), places, {
      x: around.side,
      y: around.top,
    })
    boxes.set(id, {
      width: Math.max(emptyBox.width, container.width + 2 * around.side),
      height: Math.max(emptyBox.height, container.height + around.top + around.side),
    })
  }
  const outer = steps.filter(({ inside }) => inside === '')
  const size = lay(outer, links, (step) => sizeOf(step, boxes), places, { x: 0, y: 0 })
  return { places, size }
}

function sizeOf(step: PlannedStep, boxes: ReadonlyMap<string, Size>): Size {
  const ways = waysOut(step)
  return boxes.get(step.id) ?? { ...card, height: card.height + (ways > 1 ? ways * branchRow : 0) }
}

/** Places steps in columns, each to the right of all its predecessors. Returns the total size. */
function lay(
  steps: readonly PlannedStep[],
  links: readonly PlannedLink[],
  sizeOfStep: (step: PlannedStep) => Size,
  places: Map<string, Box>,
  corner: { x: number; y: number },
): Size {
  const depths = depthsOf(steps, links)
  const count = Math.max(0, ...depths.values()) + 1
  const columns = Array.from({ length: count }, (_, at) => steps.filter(({ id }) => depths.get(id) === at))
  const heights = columns.map((column) =>
    column.reduce((sum, step) => sum + sizeOfStep(step).height + gap.row, -gap.row),
  )
  const height = Math.max(0, ...heights)
  let { x } = corner
  for (const [at, column] of columns.entries()) {
    let y = corner.y + (height - (heights[at] ?? 0)) / 2
    for (const step of column) {
      const size = sizeOfStep(step)
      places.set(step.id, { x: Math.round(x), y: Math.round(y), ...size })
      y += size.height + gap.row
    }
    x += Math.max(card.width, ...column.map((step) => sizeOfStep(step).width)) + gap.column
  }
  return { width: x - gap.column - corner.x, height }
}

/** Length of the longest path to each step. Plans have no cycles. */
function depthsOf(steps: readonly PlannedStep[], links: readonly PlannedLink[]): ReadonlyMap<string, number> {
  const depths = new Map(steps.map(({ id }) => [id, 0]))
  for (let round = 0; round < steps.length; round += 1) {
    for (const { from, to } of links) {
      const [before, after] = [depths.get(from), depths.get(to)]
      if (before !== undefined && after !== undefined && after <= before) {
        depths.set(to, before + 1)
      }
    }
  }
  return depths
}

/** Inputs of a planned step, by the names of its fields. */
export function fieldsOf(step: PlannedStep, textOf: (text: string) => string, backTo: string | undefined) {
  const text = textOf(step.text)
  const reported = text === '' ? [] : [{ role: 'system', content: text }]
  const fields: Record<PlannedStep['kind'], () => Record<string, unknown>> = {
    start: () => ({}),
    llm: () => ({ llmMessages: reported }),
    agent: () => ({ agentMessages: reported }),
    condition: () => ({ conditions: conditionsOf(step, textOf) }),
    conditionAgent: () => ({
      conditionAgentInstructions: text,
      conditionAgentScenarios: scenariosOf(step).map((scenario) => ({ scenario })),
    }),
    humanInput: () => ({ humanInputDescriptionType: 'fixed', humanInputDescription: text }),
    loop: () => (backTo === undefined ? {} : { loopBackToNode: backTo }),
    iteration: () => ({ iterationInput: text }),
    tool: () => ({}),
    retriever: () => ({ retrieverQuery: text }),
    customFunction: () => ({ customFunctionJavascriptFunction: text }),
    http: () => ({
      method: step.method,
      url: textOf(step.url),
      ...(text !== '' && step.method !== 'GET' && { bodyType: isJson(text) ? 'json' : 'raw', body: text }),
    }),
    directReply: () => ({ directReplyMessage: text }),
  }
  return fields[step.kind]()
}

/** Empty lists get the rows a new step starts with. */
function conditionsOf({ conditions }: PlannedStep, textOf: (text: string) => string) {
  const rows = conditions.length > 0 ? conditions : [{ left: '', operation: 'equal', right: '' }]
  return rows.map(({ left, operation, right }) => ({
    type: 'string',
    value1: textOf(left),
    operation,
    value2: textOf(right),
  }))
}

function scenariosOf({ ways }: PlannedStep): string[] {
  return [...ways, ...Array.from({ length: Math.max(0, 2 - ways.length) }, () => '')]
}

function isJson(text: string) {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
