import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useLoadTemplates } from '#client/components/use-load-templates.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { type NodeTemplate, placeNode } from '#shared/nodes.ts'
import type { Pool } from '#shared/pools.ts'
import { startModel } from '#shared/start-model.ts'
import type { PoolPaths } from './pool-paths.ts'

const chain = 'conversationalRetrievalQAChain'
const retriever = 'documentPool'

/** Creates a chat flow that answers from the pool with the default model, and opens its canvas. */
export function useUseInFlow(paths: PoolPaths) {
  const { detail: texts } = useTexts().pools
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const load = useLoadTemplates()
  const creation = trpc.flows.create.useMutation()
  async function use(pool: Pick<Pool, 'id' | 'name'>) {
    try {
      const templates = await load([chain, retriever, startModel])
      const flowData = JSON.stringify(poolFlow(pool.id, templates))
      const name = texts.flowName(pool.name)
      const { id } = await creation.mutateAsync({ name, type: 'CHATFLOW', flowData })
      void utils.flows.summaries.invalidate()
      void utils.pools.invalidate()
      void navigate(paths.flow(id))
    } catch (error) {
      toasts.error(errorText(error))
    }
  }
  return { use: (pool: Pick<Pool, 'id' | 'name'>) => void use(pool), isPending: creation.isPending }
}

/** A model and the pool, both connected to a chain that answers from what it finds. */
function poolFlow(poolId: string, templates: readonly NodeTemplate[]) {
  const model = aNode(startModel, templates, { x: 80, y: 80 })
  const pool = aNode(retriever, templates, { x: 80, y: 420 }, { pool: poolId })
  const answer = aNode(
    chain,
    templates,
    { x: 520, y: 200 },
    {
      model: referenceTo(model.id),
      vectorStoreRetriever: referenceTo(pool.id),
    },
  )
  return {
    nodes: [model, pool, answer],
    edges: [link(model, answer, 'model'), link(pool, answer, 'vectorStoreRetriever')],
    viewport: { x: 0, y: 0, zoom: 1 },
  }
}

function aNode(
  name: string,
  templates: readonly NodeTemplate[],
  position: { x: number; y: number },
  inputs: Record<string, unknown> = {},
) {
  const id = `${name}_0`
  const template = templates.find((each) => each.name === name)
  if (!template) {
    throw new Error(`There is no node named ${name}.`)
  }
  const placed = placeNode(template, id)
  return { id, type: 'customNode', position, data: { ...placed, inputs: { ...placed.inputs, ...inputs } } }
}

type Placed = ReturnType<typeof aNode>

function link(source: Placed, target: Placed, input: string): Record<string, unknown> {
  const [anchor] = source.data.outputAnchors
  const sourceHandle = (anchor?.options?.[0] ?? anchor)?.id ?? ''
  const targetHandle = target.data.inputAnchors.find(({ name }) => name === input)?.id ?? ''
  return {
    ...{ id: `${source.id}-${sourceHandle}-${target.id}-${targetHandle}`, type: 'buttonedge' },
    ...{ source: source.id, sourceHandle, target: target.id, targetHandle },
  }
}
