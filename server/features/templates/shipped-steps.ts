import type { PlacedNode } from '#shared/nodes.ts'
import { describeStepEdge, placeStep, stepType } from '#shared/step-traits.ts'
import type { RecipeNode } from './shipped-templates.ts'

type Step = ReturnType<typeof drawStep>

/** A step as it stands in flow files. */
export function drawStep({ id, name, x, y, width, height, in: box }: RecipeNode, placed: PlacedNode) {
  const position = { x, y }
  const type = stepType(name)
  const { inputs } = placed
  return {
    ...{ id, type, position, positionAbsolute: position, width, height, selected: false, dragging: false },
    ...(type === 'iteration' && { style: { width, height } }),
    ...(box !== undefined && { parentNode: box, extent: 'parent' as const }),
    data: {
      ...placeStep({ ...placed, inputs: [], outputs: [] }, id, branchesOf(name, inputs)),
      ...{ inputParams: placed.inputParams, inputAnchors: placed.inputAnchors, inputs, label: placed.label },
      ...(name === 'startAgentflow' && { hideInput: true }),
    },
  }
}

/** Undefined when the number of branches does not depend on the inputs. */
function branchesOf(name: string, { conditions, conditionAgentScenarios: scenarios }: PlacedNode['inputs']) {
  const rows = name === 'conditionAgentflow' ? [conditions, 'else'].flat() : scenarios
  const isChoice = name === 'conditionAgentflow' || name === 'conditionAgentAgentflow'
  return isChoice && Array.isArray(rows) ? rows.map((_, index) => String(index)) : undefined
}

/** Links are source, target, and branch of the source; `''` for a source with one output. */
export function connectSteps(steps: readonly Step[], links: readonly (readonly [string, string, string])[]) {
  const byId = new Map(steps.map((step) => [step.id, step]))
  return links.flatMap(([source, target, branch]) => {
    const [from, to] = [byId.get(source), byId.get(target)]
    const output = branch || from?.data.name
    return from && to
      ? [
          describeStepEdge(
            { source, sourceHandle: `${source}-output-${output}`, target, targetHandle: target },
            { from, to },
          ),
        ]
      : []
  })
}
