import { z } from 'zod'
import { procedure } from '#server/trpc.ts'
import { nodeTemplateSchema } from '#shared/node-schemas.ts'
import {
  connectionSchema,
  insertResultSchema,
  removeVectorsInput,
  storeEstimateInput,
  storeRowSchema,
  storeSourcesInput,
  updateVectorInput,
} from '#shared/store-calls.ts'
import {
  insertInput,
  queryResultSchema,
  queryStoreInput,
  refreshStoreInput,
  storeEstimateSchema,
  storeSchema,
  storeUpsertResultSchema,
  vectorConfigInput,
} from '#shared/stores.ts'
import { startedUpsertSchema } from '#shared/upserts.ts'

const tag = 'Document stores'

const components = (kind: 'embeddings' | 'vectorstore' | 'recordmanager', id: string, things: string) =>
  procedure
    .meta({
      rest: {
        method: 'GET',
        path: `/document-store/components/${kind}`,
        id,
        tag,
        summary: `List the ${things} a store can use`,
      },
    })
    .output(z.array(nodeTemplateSchema))
    .query(({ ctx }) => ctx.services.stores.components(kind))

/** The embedding model, vector store and record manager of a store, and what they find. */
export const indexProcedures = {
  embeddings: components('embeddings', 'listStoreEmbeddings', 'embedding models'),
  vectorStores: components('vectorstore', 'listStoreVectorStores', 'vector stores'),
  recordManagers: components('recordmanager', 'listStoreRecordManagers', 'record managers'),

  saveConfig: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/document-store/vectorstore/save',
        id: 'saveStoreIndex',
        tag,
        summary: 'Save the index settings of a store',
        description: 'Parts that are not sent are cleared.',
      },
    })
    .input(vectorConfigInput)
    .output(storeRowSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.index.save(ctx.caller.id, input)),

  updateConfig: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/document-store/vectorstore/update',
        id: 'updateStoreIndex',
        tag,
        summary: 'Update the vector store settings',
      },
    })
    .input(updateVectorInput)
    .output(storeRowSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.index.update(ctx.caller.id, input)),

  insert: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/document-store/vectorstore/insert',
        id: 'upsertDocumentStore',
        tag,
        summary: 'Embed and index the chunks of a store',
        description:
          'Saves the settings that are sent and responds when the upsert has ended. Spends from the wallet.',
      },
    })
    .input(insertInput)
    .output(insertResultSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.stores.upserts.insert(ctx.caller.id, input, signal)),

  /** Starts an upsert with the saved settings and returns at once. */
  upsert: procedure
    .input(storeSourcesInput)
    .output(startedUpsertSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.upserts.start(ctx.caller.id, input)),

  refresh: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/document-store/refresh/:id',
        id: 'refreshDocumentStore',
        tag,
        summary: 'Read and upsert loaders again',
        description: 'All loaders when no items are sent. Responds when all have ended.',
      },
    })
    .input(refreshStoreInput)
    .output(z.array(storeUpsertResultSchema))
    .mutation(({ ctx, input, signal }) => ctx.services.stores.upserts.refresh(ctx.caller.id, input, signal)),

  removeVectors: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/document-store/vectorstore/:storeId',
        id: 'deleteStoreVectors',
        tag,
        summary: 'Delete the index of a store',
        description: 'Or with `docId`, what one loader has written to it. The chunks stay.',
        parameters: { storeId: 'Id of the store.', docId: 'Id of the loader.' },
      },
    })
    .input(removeVectorsInput)
    .output(storeSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.index.removeVectors(ctx.caller.id, input)),

  query: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/document-store/vectorstore/query',
        id: 'queryDocumentStore',
        tag,
        summary: 'Search a document store',
        description: 'Embeds the question, which spends from the wallet.',
      },
    })
    .input(queryStoreInput)
    .output(queryResultSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.stores.index.query(ctx.caller.id, input, signal)),

  estimate: procedure
    .input(storeEstimateInput)
    .output(storeEstimateSchema)
    .query(({ ctx, input }) => ctx.services.stores.index.estimate(ctx.caller.id, input)),

  testConnection: procedure
    .input(vectorConfigInput)
    .output(connectionSchema)
    .mutation(({ ctx, input, signal }) =>
      ctx.services.stores.index.testConnection(ctx.caller.id, input, signal),
    ),
}
