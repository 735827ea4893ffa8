import { procedure, router } from '#server/trpc.ts'
import { auditInput, auditPage } from '#shared/audit.ts'

export const auditRouter = router({
  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/audit',
        id: 'listAuditEntries',
        tag: 'Audit',
        summary: 'List audit entries',
      },
    })
    .input(auditInput)
    .output(auditPage)
    .query(({ ctx, input }) => ctx.services.audit.list(input)),

  mine: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/audit/me',
        id: 'listOwnAuditEntries',
        tag: 'Audit',
        summary: 'List audit entries about the caller',
      },
    })
    .input(auditInput)
    .output(auditPage)
    .query(({ ctx, input }) => ctx.services.audit.mine(ctx.caller.id, input)),
})
