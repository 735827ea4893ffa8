import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  customRowSchema,
  galleryInput,
  saveTemplateInput,
  shippedRowSchema,
  templateIdInput,
  templateInput,
  templateSchema,
  templateSummarySchema,
} from '#shared/templates.ts'
import { deleteResult } from '#shared/variables.ts'

export const templatesRouter = router({
  gallery: procedure
    .input(galleryInput)
    .output(z.array(templateSummarySchema))
    .query(({ ctx, input }) => ctx.services.templates.gallery(ctx.caller, input.language)),

  get: procedure
    .input(templateInput)
    .output(templateSchema)
    .query(({ ctx, input }) => ctx.services.templates.get(ctx.caller, input.id, input.language)),

  community: procedure
    .meta({ rest: { method: 'GET', path: '/marketplaces/templates' } })
    .input(galleryInput)
    .output(z.array(shippedRowSchema))
    .query(({ ctx, input }) => ctx.services.templates.community(input.language)),

  own: procedure
    .meta({ rest: { method: 'GET', path: '/marketplaces/custom' } })
    .output(z.array(customRowSchema))
    .query(({ ctx }) => ctx.services.templates.own(ctx.caller.id)),

  save: procedure
    .meta({ rest: { method: 'POST', path: '/marketplaces/custom' } })
    .input(saveTemplateInput)
    .output(customRowSchema)
    .mutation(({ ctx, input }) => ctx.services.templates.save(ctx.caller.id, input)),

  remove: procedure
    .meta({ rest: { method: 'DELETE', path: '/marketplaces/custom/:id' } })
    .input(templateIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.templates.remove(ctx.caller.id, input.id)),
})
