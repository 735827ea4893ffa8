import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  addedRowsSchema,
  addRowInput,
  createDatasetInput,
  datasetIdInput,
  datasetRowSchema,
  datasetSchema,
  datasetsOfFlowInput,
  datasetWithRowsSchema,
  fromConversationsInput,
  importRowsInput,
  removeRowsInput,
  reorderRowsInput,
  rowIdInput,
  updateDatasetInput,
  updateRowInput,
} from '#shared/datasets.ts'
import { deleteResult } from '#shared/variables.ts'

const page = z.coerce.number<string>().int().min(1)
const listInput = z.object({ page: page.optional(), limit: page.max(1_000).optional() })
const listed = z.union([z.array(datasetSchema), z.object({ data: z.array(datasetSchema), total: z.int() })])

export const datasetsRouter = router({
  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/datasets',
        id: 'listDatasets',
        tag: 'Evaluations',
        summary: 'List data sets',
      },
    })
    .input(listInput.default({}))
    .output(listed)
    .query(({ ctx, input }) => ctx.services.datasets.list(ctx.caller.id, input)),

  ofFlow: procedure
    .input(datasetsOfFlowInput)
    .output(listed)
    .query(({ ctx, input }) => ctx.services.datasets.list(ctx.caller.id, input)),

  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/datasets/set/:id',
        id: 'getDataset',
        tag: 'Evaluations',
        summary: 'Get a data set with its rows',
      },
    })
    .input(datasetIdInput)
    .output(datasetWithRowsSchema)
    .query(({ ctx, input }) => ctx.services.datasets.get(ctx.caller.id, input.id)),

  create: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/datasets/set',
        id: 'createDataset',
        tag: 'Evaluations',
        summary: 'Create a data set',
        description: '`csv` is CSV text with the columns `input`, `output` and `must_pass`.',
      },
    })
    .input(createDatasetInput)
    .output(datasetSchema)
    .mutation(({ ctx, input }) => ctx.services.datasets.create(ctx.caller.id, input)),

  update: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/datasets/set/:id',
        id: 'updateDataset',
        tag: 'Evaluations',
        summary: 'Update a data set',
      },
    })
    .input(updateDatasetInput)
    .output(datasetSchema)
    .mutation(({ ctx, input }) => ctx.services.datasets.update(ctx.caller.id, input)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/datasets/set/:id',
        id: 'deleteDataset',
        tag: 'Evaluations',
        summary: 'Delete a data set with its runs',
      },
    })
    .input(datasetIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.evaluations.removeDataset(ctx.caller.id, input.id)),

  addRow: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/datasets/rows',
        id: 'addDatasetRow',
        tag: 'Evaluations',
        summary: 'Add a row to a data set',
      },
    })
    .input(addRowInput)
    .output(datasetRowSchema)
    .mutation(({ ctx, input }) => ctx.services.datasets.addRow(ctx.caller.id, input)),

  updateRow: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/datasets/rows/:id',
        id: 'updateDatasetRow',
        tag: 'Evaluations',
        summary: 'Update a row of a data set',
      },
    })
    .input(updateRowInput)
    .output(datasetRowSchema)
    .mutation(({ ctx, input }) => ctx.services.datasets.updateRow(ctx.caller.id, input)),

  removeRow: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/datasets/rows/:id',
        id: 'deleteDatasetRow',
        tag: 'Evaluations',
        summary: 'Delete a row of a data set',
      },
    })
    .input(rowIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.datasets.removeRows(ctx.caller.id, [input.id])),

  removeRows: procedure
    .meta({
      rest: {
        method: 'PATCH',
        path: '/datasets/rows',
        id: 'deleteDatasetRows',
        tag: 'Evaluations',
        summary: 'Delete rows of data sets',
      },
    })
    .input(removeRowsInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.datasets.removeRows(ctx.caller.id, input.ids)),

  reorder: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/datasets/reorder',
        id: 'reorderDatasetRows',
        tag: 'Evaluations',
        summary: 'Change the order of rows',
      },
    })
    .input(reorderRowsInput)
    .output(datasetWithRowsSchema)
    .mutation(({ ctx, input }) => ctx.services.datasets.reorder(ctx.caller.id, input)),

  importCsv: procedure
    .input(importRowsInput)
    .output(addedRowsSchema)
    .mutation(({ ctx, input }) => ctx.services.datasets.importCsv(ctx.caller.id, input.id, input.csv)),

  exportCsv: procedure
    .input(datasetIdInput)
    .output(z.object({ csv: z.string() }))
    .query(({ ctx, input }) => ctx.services.datasets.exportCsv(ctx.caller.id, input.id)),

  fromConversations: procedure
    .input(fromConversationsInput)
    .output(addedRowsSchema)
    .mutation(({ ctx, input }) =>
      ctx.services.datasets.fromConversations(ctx.caller.id, input.id, input.limit),
    ),
})
