import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { localServices } from '#shared/default-model.ts'

export const defaultModels = kit.table(
  'default_models',
  {
    id: kit.id(),
    model: kit.text('model').notNull(),
    /** No reference: removing a user removes their credentials, and the demo model then answers again. */
    credentialId: kit.text('credential_id'),
    localService: kit.oneOf('local_service', localServices),
    setBy: kit.text('set_by').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [
    kit.check('default_models_one', sql`${t.id} = 'default'`),
    kit.check('default_models_source', sql`(${t.credentialId} is null) <> (${t.localService} is null)`),
  ],
)
export type DefaultModelRow = typeof defaultModels.$inferSelect
