import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  partIdInput,
  renamePartInput,
  savePartInput,
  templatePartSchema,
  wholePartSchema,
} from '#shared/template-parts.ts'
import {
  customRowSchema,
  galleryInput,
  saveTemplateInput,
  shippedRowSchema,
  starterSchema,
  startersInput,
  templateIdInput,
  templateInput,
  templateSchema,
  templateSummarySchema,
} from '#shared/templates.ts'
import { deleteResult } from '#shared/variables.ts'

const partsRouter = router({
  list: procedure
    .output(z.array(templatePartSchema))
    .query(({ ctx }) => ctx.services.templates.parts.list(ctx.caller.id)),

  get: procedure
    .input(partIdInput)
    .output(wholePartSchema)
    .query(({ ctx, input }) => ctx.services.templates.parts.get(ctx.caller.id, input.id)),

  save: procedure
    .input(savePartInput)
    .output(templatePartSchema)
    .mutation(({ ctx, input }) => ctx.services.templates.parts.save(ctx.caller.id, input)),

  rename: procedure
    .input(renamePartInput)
    .output(templatePartSchema)
    .mutation(({ ctx, input }) => ctx.services.templates.parts.rename(ctx.caller.id, input)),

  remove: procedure
    .input(partIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.templates.parts.remove(ctx.caller.id, input.id)),
})

export const templatesRouter = router({
  parts: partsRouter,

  gallery: procedure
    .input(galleryInput)
    .output(z.array(templateSummarySchema))
    .query(({ ctx, input }) => ctx.services.templates.gallery(ctx.caller, input.language)),

  starters: procedure
    .input(startersInput)
    .output(z.object({ templates: z.array(starterSchema), total: z.int() }))
    .query(({ ctx, input }) => ctx.services.templates.starters(ctx.caller, input)),

  get: procedure
    .input(templateInput)
    .output(templateSchema)
    .query(({ ctx, input }) => ctx.services.templates.get(ctx.caller, input.id, input.language)),

  community: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/marketplaces/templates',
        id: 'listTemplates',
        tag: 'Templates',
        summary: 'List templates of this server',
      },
    })
    .input(galleryInput)
    .output(z.array(shippedRowSchema))
    .query(({ ctx, input }) => ctx.services.templates.community(input.language)),

  own: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/marketplaces/custom',
        id: 'listCustomTemplates',
        tag: 'Templates',
        summary: 'List saved templates',
      },
    })
    .output(z.array(customRowSchema))
    .query(({ ctx }) => ctx.services.templates.own(ctx.caller.id)),

  save: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/marketplaces/custom',
        id: 'saveTemplate',
        tag: 'Templates',
        summary: 'Save a template',
      },
    })
    .input(saveTemplateInput)
    .output(customRowSchema)
    .mutation(({ ctx, input }) => ctx.services.templates.save(ctx.caller.id, input)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/marketplaces/custom/:id',
        id: 'deleteTemplate',
        tag: 'Templates',
        summary: 'Delete a saved template',
      },
    })
    .input(templateIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.templates.remove(ctx.caller.id, input.id)),
})
