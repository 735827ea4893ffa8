import { expect, test } from 'vitest'
import type { AnyCall } from '#server/engine/define-node.ts'
import type { Chain, ChatModel, Retriever, VectorStore } from '#server/engine/handles.ts'
import type { ChatMessage, ChatRequest } from '#server/engine/ports.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { noUsage } from '#shared/runs.ts'

const hours = { pageContent: 'Open at ten.', metadata: { source: 'hours' } }
const prices = { pageContent: 'Five liras.', metadata: { source: 'prices' } }
const past: ChatMessage[] = [
  { role: 'user', content: 'Is there a museum?' },
  { role: 'assistant', content: 'Yes.' },
]

test('a follow-up question is rephrased for retrieval, and the original is answered', async () => {
  const { model, requested } = aModel('When does the museum open?', 'At ten [1].')
  const { retriever, questions } = aRetriever([hours])
  const inputs = { model, vectorStoreRetriever: retriever, returnSourceDocuments: true, inputModeration: [] }

  const { yielded, returned } = await run(
    'conversationalRetrievalQAChain',
    inputs,
    'When does it open?',
    past,
  )

  expect(questions).toEqual(['When does the museum open?'])
  expect(requested[0]?.messages[0]?.content).toMatch(
    /user: Is there a museum\?\nassistant: Yes\.[\s\S]*When does it open\?/,
  )
  expect(requested[1]).toMatchObject({
    system: expect.stringContaining('[1] Open at ten.'),
    messages: [...past, { role: 'user', content: 'When does it open?' }],
  })
  expect(yielded).toEqual(['At ten [1].'])
  expect(returned).toEqual({ sourceDocuments: [hours] })
})

test('without history nothing is rephrased; sources are returned only on request', async () => {
  const { model, requested } = aModel('At ten.')
  const { retriever } = aRetriever([hours])
  const inputs = {
    model,
    vectorStoreRetriever: retriever,
    inputModeration: [],
    responsePrompt: 'Use {context} {other}',
  }

  const { returned } = await run('conversationalRetrievalQAChain', inputs, 'When?', [])

  expect(requested.map(({ system }) => system)).toEqual(['Use [1] Open at ten. {other}'])
  expect(returned).toBeUndefined()
})

test.each(['conversationalRetrievalQAChain', 'retrievalQAChain', 'vectorDBQAChain', 'multiRetrievalQAChain'])(
  '%s retrieves nothing for a question rejected by moderation, and can be called by other nodes',
  async (name) => {
    const { model, requested } = aModel('At ten.')
    const { retriever, questions } = aRetriever([hours])
    const vectorStore: VectorStore = {
      search: async (question) => (await retriever.retrieve(question)).map((each) => ({ ...each, score: 1 })),
    }
    const given = name === 'multiRetrievalQAChain' ? [retriever] : retriever
    const reject = { refuse: async () => 'Not here.' }
    const inputs = { model, vectorStoreRetriever: given, vectorStore, inputModeration: [reject] }

    expect((await run(name, inputs, 'Rude?', [])).yielded.join('')).toBe('Not here.')
    expect(questions).toEqual([])
    const chain = (await catalogue.get(name)?.build?.(aCall({ ...inputs, inputModeration: [] }))) as Chain
    expect(await chain.ask('When?')).toBe('At ten.')
    expect(requested).toMatchObject([{ system: expect.stringContaining('[1] Open at ten.') }])
  },
)

test('multiRetrievalQAChain uses the retriever named by the model', async () => {
  const { model, requested } = aModel('Number 2.', 'Five.')
  const first = aRetriever([hours], 'hours')
  const second = aRetriever([prices], 'prices')
  const inputs = {
    model,
    vectorStoreRetriever: [first.retriever, second.retriever],
    returnSourceDocuments: true,
    inputModeration: [],
  }

  const { returned } = await run('multiRetrievalQAChain', inputs, 'What does it cost?', [])

  expect(requested[0]?.system).toContain('2. prices: about prices')
  expect(first.questions).toEqual([])
  expect(returned).toEqual({ sourceDocuments: [prices] })
})

async function run(name: string, inputs: object, question: string, history: ChatMessage[]) {
  const call = aCall(inputs, question, history)
  const pieces = catalogue.get(name)?.run?.(call)
  const yielded: string[] = []
  let step = await pieces?.next()
  while (step && !step.done) {
    yielded.push(step.value)
    step = await pieces?.next()
  }
  return { yielded, returned: step?.value }
}

function aCall(inputs: object, question = '', history: ChatMessage[] = []) {
  const surrounding = aSurrounding({ history: async () => history })
  return { ...surrounding, turn: { ...surrounding.turn, question }, inputs, credential: undefined } as AnyCall
}

function aRetriever(documents: (typeof hours)[], name = 'retriever') {
  const questions: string[] = []
  const retriever: Retriever = {
    name,
    description: `about ${name}`,
    async retrieve(question) {
      questions.push(question)
      return documents
    },
  }
  return { retriever, questions }
}

/** A fake model that returns these answers in order. */
function aModel(...answers: string[]) {
  const requested: ChatRequest[] = []
  const model: ChatModel = {
    async *stream(request) {
      requested.push(request)
      const text = answers[requested.length - 1] ?? ''
      yield text
      return { text, usage: noUsage, estimated: false }
    },
  }
  return { model, requested }
}
