import { describe, expect, test } from 'vitest'
import type { AnyCall } from '#server/engine/define-node.ts'
import type {
  ChatModel,
  Document,
  QueryEngine,
  QueryEngineTool,
  Synthesizer,
} from '#server/engine/handles.ts'
import type { ChatRequest } from '#server/engine/ports.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { noUsage } from '#shared/runs.ts'

const documents: Document[] = ['one', 'two', 'three'].map((pageContent) => ({ pageContent, metadata: {} }))
const long: Document[] = documents.map(({ pageContent }) => ({
  pageContent: pageContent.repeat(1500),
  metadata: {},
}))

describe('synthesizers', () => {
  test('compact and refine calls the model once for what fits in one prompt', async () => {
    const { pieces, requested } = await synthesize('compactrefineLlamaIndex', documents, {
      textQAPrompt: 'C:{context} Q:{query}',
      refinePrompt: 'R',
    })

    expect(requested).toEqual(['C:[1] one\n\n[2] two\n\n[3] three Q:why?'])
    expect(pieces).toEqual(['answer 1'])
  })

  test('compact and refine improves the answer with the remaining context, and returns only the last one', async () => {
    const { pieces, requested } = await synthesize('compactrefineLlamaIndex', long, {
      textQAPrompt: 'C:{context}',
      refinePrompt: 'R:{existingAnswer}|{context}|{query}',
    })

    expect(requested).toHaveLength(2)
    expect(requested[1]).toMatch(/^R:answer 1\|\[3\] three.*\|why\?$/)
    expect(pieces).toEqual(['answer 2'])
  })

  test('refine calls the model once per chunk', async () => {
    const { requested } = await synthesize('refineLlamaIndex', documents, {
      textQAPrompt: 'Q',
      refinePrompt: '{existingAnswer}',
    })

    expect(requested).toEqual(['Q', 'answer 1', 'answer 2'])
  })

  test('tree summarize answers in parallel and combines the answers', async () => {
    const { pieces, requested } = await synthesize('treeSummarizeLlamaIndex', long, { prompt: '{context}' })

    expect(requested).toHaveLength(3)
    expect(requested[2]).toBe('[1] answer 1\n\n[2] answer 2')
    expect(pieces).toEqual(['answer 3'])
  })

  test('the simple builder calls the model once, for any amount of text', async () => {
    expect((await synthesize('simpleResponseBuilderLlamaIndex', long, {})).requested).toHaveLength(1)
    expect((await synthesize('simpleResponseBuilderLlamaIndex', [], {})).requested).toHaveLength(1)
  })
})

describe('the sub question engine', () => {
  test('sends each sub-question to its source, and drops unknown sources', async () => {
    const plan =
      '```json\n{"questions":[{"source":"b","question":"B?"},{"source":"x","question":"X?"},{"source":"a","question":7}]}\n```'
    const { answer, requested, tools } = await subQuestions(plan)

    expect(tools).toEqual(['b: B?'])
    expect(requested[1]).toContain('Sub question: B?\nResponse: said by b')
    expect(answer.sourceDocuments.map(({ pageContent }) => pageContent)).toEqual([
      'Sub question: B?\nResponse: said by b',
      'found by b',
    ])
  })

  test('sends the complete question to every source when the plan cannot be parsed', async () => {
    const { tools } = await subQuestions('I would rather not.')

    expect(tools).toEqual(['a: why?', 'b: why?'])
  })

  test('is rejected without engines', () => {
    const node = catalogue.get('subQuestionQueryEngine')
    const call = {
      ...aSurrounding(),
      inputs: { queryEngineTools: [], model: aModel().model },
      credential: undefined,
    }

    expect(() => node?.build?.(call as AnyCall)).toThrow('connect the engines')
  })
})

async function synthesize(name: string, found: Document[], inputs: object) {
  const { model, requested } = aModel()
  const call = { ...aSurrounding(), inputs, credential: undefined } as AnyCall
  const synthesizer = (await catalogue.get(name)?.build?.(call)) as Synthesizer
  const pieces = await all(synthesizer.synthesize({ question: 'why?', documents: found, model }))
  return { pieces: pieces.yielded, requested }
}

async function subQuestions(plan: string) {
  const { model, requested } = aModel(plan)
  const tools: string[] = []
  const aTool = (name: string): QueryEngineTool => ({
    name,
    description: `knows ${name}`,
    engine: {
      // biome-ignore lint/correctness/useYield: an engine need not tell its answer piece by piece.
      async *query(question) {
        tools.push(`${name}: ${question}`)
        return {
          text: `said by ${name}`,
          sourceDocuments: [{ pageContent: `found by ${name}`, metadata: {} }],
        }
      },
    },
  })
  const inputs = { queryEngineTools: [aTool('a'), aTool('b')], model }
  const call = { ...aSurrounding(), inputs, credential: undefined } as AnyCall
  const engine = (await catalogue.get('subQuestionQueryEngine')?.build?.(call)) as QueryEngine
  const { returned } = await all(engine.query('why?'))
  return { answer: returned, requested, tools }
}

async function all<Piece, Result>(pieces: AsyncGenerator<Piece, Result>) {
  const yielded: Piece[] = []
  let step = await pieces.next()
  while (!step.done) {
    yielded.push(step.value)
    step = await pieces.next()
  }
  return { yielded, returned: step.value }
}

/** A fake model whose first reply can be set; later replies are numbered. */
function aModel(first?: string) {
  const requested: string[] = []
  const model: ChatModel = {
    async *stream({ messages }: ChatRequest) {
      requested.push(messages.at(-1)?.content ?? '')
      const text = requested.length === 1 && first !== undefined ? first : `answer ${requested.length}`
      yield text
      return { text, usage: noUsage, estimated: false }
    },
  }
  return { model, requested }
}
