import { expect, test } from 'vitest'
import { createOpenAiResources } from './open-ai-resources.ts'

test('an id that contains a path reaches nothing else in the account', async () => {
  const asked: string[] = []
  const open = createOpenAiResources({
    fetch: async (url) => {
      asked.push(String(url))
      return Response.json({})
    },
  })
  const { deleteStore, deleteFile, deleteAssistant, getFile, detach, listStoreFiles } = open({
    ...{ provider: 'openai', apiKey: 'key', baseUrl: undefined },
  })

  for (const id of ['../models/mine', '..', 'vs_1/files/file_1', 'vs?x', '']) {
    for (const call of [deleteStore, deleteFile, getFile, listStoreFiles]) {
      await expect(call(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(detach('vs_1', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(deleteAssistant(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(asked).toEqual([])
})
