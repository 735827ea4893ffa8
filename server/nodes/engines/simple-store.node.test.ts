import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'
import { referenceTo } from '#shared/flow-file.ts'

test('an engine answers from simpleStoreLlamaIndex, whose index is built once', async () => {
  const { embed, fetch, world, calls } = await openLibrary()
  const runFlow = async () => {
    const { chat, requests } = scriptedModel(['At ten.'])
    const { run } = prepareRun({ flow: aFlow(), chat, embed, fetch, world, question: 'When does it open?' })
    return { answer: await run(), prompt: requests[0]?.messages.at(-1)?.content }
  }

  const first = await runFlow()
  const built = calls.length
  await runFlow()

  expect(first.answer).toMatchObject({
    text: 'At ten.',
    sourceDocuments: [{ pageContent: 'The museum opens at ten.' }],
  })
  expect(first.prompt).toContain('The museum opens at ten.')
  // The first run embeds the documents and the question, the second only the question.
  expect([built, calls.length]).toEqual([2, 3])
})

function aFlow() {
  return buildFlow([
    { name: 'chatOpenAI_LlamaIndex', credential: 'c' },
    { name: 'openAIEmbedding_LlamaIndex', credential: 'c' },
    { name: 'plainText', inputs: { text: 'The museum opens at ten.' } },
    {
      name: 'simpleStoreLlamaIndex',
      inputs: {
        document: [referenceTo('plainText_0')],
        model: referenceTo('chatOpenAI_LlamaIndex_0'),
        embeddings: referenceTo('openAIEmbedding_LlamaIndex_0'),
      },
    },
    {
      name: 'queryEngine',
      inputs: {
        vectorStoreRetriever: referenceTo('simpleStoreLlamaIndex_0'),
        returnSourceDocuments: true,
      },
    },
  ])
}
