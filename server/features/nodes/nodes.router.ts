import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { fetchLinksInput, pageLinks } from '#shared/fetch-links.ts'
import { nodeTemplateSchema } from '#shared/node-schemas.ts'
import { maxTemplates } from '#shared/node-summaries.ts'
import { nodeConfigInput, overridableFieldSchema } from '#shared/override-list.ts'
import { packedSummariesSchema } from '#shared/packed-summaries.ts'

const loadInput = z.object({
  name: z.string(),
  loadMethod: z.string(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  credential: z.string().optional(),
  /** For steps of agent flows: the `data` of the nodes before this one, and of this one. */
  previousNodes: z.array(z.record(z.string(), z.unknown())).max(1_000).optional(),
  currentNode: z.record(z.string(), z.unknown()).optional(),
})

export const nodesRouter = router({
  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/nodes',
        id: 'listNodes',
        tag: 'Nodes',
        shared: true,
        summary: 'List nodes',
      },
    })
    .output(z.array(nodeTemplateSchema))
    .query(({ ctx }) => ctx.services.nodes.list()),

  summaries: procedure.output(packedSummariesSchema).query(({ ctx }) => ctx.services.nodes.summaries()),

  templates: procedure
    .input(z.object({ names: z.array(z.string().max(100)).max(maxTemplates) }))
    .output(z.array(nodeTemplateSchema))
    .query(({ ctx, input }) => ctx.services.nodes.find(input.names)),

  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/nodes/:name',
        id: 'getNode',
        tag: 'Nodes',
        shared: true,
        summary: 'Get a node',
      },
    })
    .input(z.object({ name: z.string() }))
    .output(nodeTemplateSchema)
    .query(({ ctx, input }) => ctx.services.nodes.get(input.name)),

  category: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/nodes/category/:name',
        id: 'listNodesOfCategory',
        tag: 'Nodes',
        summary: 'List the nodes of a category',
        parameters: { name: 'Name of the category, such as `Chat Models`.' },
      },
    })
    .input(z.object({ name: z.string() }))
    .output(z.array(nodeTemplateSchema))
    .query(({ ctx, input }) => ctx.services.nodes.list().filter(({ category }) => category === input.name)),

  config: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/node-config',
        id: 'listNodeFields',
        tag: 'Nodes',
        summary: 'List what can be overridden of a node',
      },
    })
    .input(nodeConfigInput)
    .output(z.array(overridableFieldSchema))
    .query(({ ctx, input }) => ctx.services.nodes.config(input)),

  loadOptions: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/node-load-method/:name',
        id: 'loadNodeOptions',
        tag: 'Nodes',
        summary: 'Load the options of a node field',
        description: 'Runs one of the load methods of a node, for example to list the models of a provider.',
      },
    })
    .input(loadInput)
    .output(z.array(z.object({ label: z.string(), name: z.string(), description: z.string().optional() })))
    .query(({ ctx, input }) => ctx.services.nodes.loadOptions(ctx.caller.id, input)),

  fetchLinks: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/fetch-links',
        id: 'fetchLinks',
        tag: 'Nodes',
        summary: 'List the links of a website',
        description: 'Crawls a page or reads a sitemap.',
      },
    })
    .input(fetchLinksInput)
    .output(pageLinks)
    .query(({ ctx, input, signal }) => ctx.services.nodes.fetchLinks(input, signal)),
})
