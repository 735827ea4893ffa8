import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Ports } from '#server/engine/ports.ts'
import type { Report } from '#server/engine/run-log.ts'
import { listFlowFiles } from '#server/testing/flow-corpus.ts'
import { prepareRun, textOfTokens } from '#server/testing/run-test-flow.ts'
import { openFake } from '#server/upstream/vector-stores/testing/fakes.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'
import { parseFlowFile } from '#shared/flow-file.ts'

const museum = `The museum opens at ten in the morning and closes at six.

Tickets cost five liras. Children enter for free.

The café on the roof serves tea and simit until five.`
const asDataUri = `data:text/plain;base64,${Buffer.from(museum).toString('base64')},filename:museum.txt`
/** The sandbox accepts any key with this prefix; the fake Pinecone accepts only one key. */
const credential = {
  values: {
    openAIApiKey: 'sandbox-key',
    mistralAIAPIKey: 'sandbox-key',
    azureOpenAIApiKey: 'sandbox-key',
    azureOpenAIApiInstanceName: 'mine',
    azureOpenAIApiDeploymentName: 'v1',
    azureOpenAIApiVersion: '2024-10-21',
    pineconeApiKey: 'own-key',
    accessToken: 'own-token',
    redisUrl: 'redis://stand-in:6379',
  },
  platform: false,
}

/** A flow file completed as users do: credentials chosen, files uploaded, fields filled in. */
function exported(name: string, fields: Record<string, Record<string, unknown>> = {}) {
  const found = listFlowFiles().find((file) => file.name === name)
  const flow = parseFlowFile(readFileSync(found?.file ?? '', 'utf8'))
  for (const { id, data } of flow.nodes) {
    data.credential = 'chosen'
    Object.assign(data.inputs, fields[data.name], fields[id])
  }
  return flow
}

describe('a Flowise file', () => {
  test('"Conversational Retrieval QA Chain" answers from the uploaded text, and embeds it once', async () => {
    const { chat, embed, world } = await openLibrary()
    const flow = exported('Conversational Retrieval QA Chain', {
      textFile: { txtFile: asDataUri },
      conversationalRetrievalQAChain: { returnSourceDocuments: true },
    })
    const runFlow = async (question: string) => {
      const { run, events } = prepareRun({ flow, chat, embed, world, credential, question })
      return { ...(await run()), events }
    }

    const first = await runFlow('When does the museum open?')
    const second = await runFlow('What do tickets cost?')

    expect(first.text).toMatch(/ten/)
    expect(first.sourceDocuments).toEqual([{ pageContent: museum, metadata: { source: 'museum.txt' } }])
    expect(embeddingCalls(first.events)).toBe(2)
    expect(embeddingCalls(second.events)).toBe(1)
  })

  test('"Conversational Retrieval QA Chain" reports a missing file before any charge', () => {
    const flow = exported('Conversational Retrieval QA Chain')

    expect(() => prepareRun({ flow, chat: unasked })).toThrow('TXT File is required')
  })

  test('"Github Docs QnA" answers from a repository', async () => {
    const github = await openGithub()
    const { chat, embed, world, fetch } = await openLibrary({ 'api.github.com': github.origin })
    const flow = exported('Github Docs QnA')
    const question = 'How is the server started?'

    const { run } = prepareRun({ flow, chat, embed, world, fetch, credential, question })
    const answer = await run()

    expect(answer.text).toMatch(/npm start/)
    expect(answer.sourceDocuments).toContainEqual({
      pageContent: expect.stringContaining('npm start'),
      metadata: {
        heading: 'Start',
        source: 'docs/start.md',
        repository: 'https://github.com/FlowiseAI/FlowiseDocs',
        branch: 'main',
      },
    })
    expect(github.requested.map(({ path }) => path)).toEqual([
      '/repos/FlowiseAI/FlowiseDocs/git/trees/main?recursive=1',
      '/repos/FlowiseAI/FlowiseDocs/contents/README.md?ref=main',
      '/repos/FlowiseAI/FlowiseDocs/contents/docs/start.md?ref=main',
    ])
  })

  test('"Context Chat Engine" answers from Pinecone and remembers in Redis', async () => {
    const { chat, embed, world, fetch, pinecone } = await openLibrary()
    await upsert(pinecone, embed, { namespace: '', texts: museum.split('\n\n') })
    const redis = aRedis()
    const flow = exported('Context Chat Engine', {
      textFile: { txtFile: asDataUri },
      pineconeLlamaIndex: { pineconeIndex: 'museum' },
    })
    const question = 'When does the museum open?'

    const { run } = prepareRun({ flow, chat, embed, fetch, credential, question, world: { ...world, redis } })
    const answer = await run()

    expect(answer.text).toMatch(/ten/)
    expect(answer.sourceDocuments?.[0]).toMatchObject({ pageContent: expect.stringContaining('ten') })
    expect(redis.lists.get('session')).toHaveLength(2)
  })

  test('"Simple Chat Engine" answers', async () => {
    const { chat } = await openLibrary({})
    const flow = exported('Simple Chat Engine')

    const { run, events } = prepareRun({ flow, chat, credential, question: 'Hello' })
    const { text } = await run()

    expect(text).toMatch(/\w{3}/)
    expect(textOfTokens(events)).toBe(text)
  })

  test('"SubQuestion Query Engine" queries both of its engines and combines their answers', async () => {
    const planner = await openPlanner(() => library.url)
    const library = await openLibrary({ 'api.openai.com': planner.origin })
    const { chat, embed, world, fetch, pinecone } = library
    await upsert(pinecone, embed, {
      namespace: 'pinecone-form10k',
      texts: ['Tesla sold 1.3 million cars in 2022.', 'Apple sold 232 million phones in 2022.'],
      sources: ['tesla', 'apple'],
    })
    const flow = exported('SubQuestion Query Engine')
    const question = 'How many cars did Tesla sell and how many phones did Apple sell in 2022?'

    const { run } = prepareRun({ flow, chat, embed, world, fetch, credential, question, stream: false })
    const answer = await run()

    expect(answer.text).toMatch(/\w{3}/)
    const sources = (answer.sourceDocuments ?? []) as { pageContent: string }[]
    expect(sources.map(({ pageContent }) => pageContent).join('\n')).toMatch(/1\.3 million cars/)
    expect(sources.map(({ pageContent }) => pageContent).join('\n')).toMatch(/232 million phones/)
  })

  test('"Multiple Documents QnA" searches with the namespace and the filter of each store', async () => {
    const { chat, embed, world, fetch, pinecone } = await openLibrary()
    await upsert(pinecone, embed, {
      namespace: 'pinecone-form10k',
      texts: ['Apple sold 232 million phones in 2022.', 'Something else of nobody.'],
      sources: ['apple', 'nobody'],
    })
    const flow = exported('Multiple Documents QnA')

    const { run } = prepareRun({
      flow,
      chat,
      embed,
      world,
      fetch,
      credential,
      question: 'search apple phones',
    })
    const { text } = await run()

    expect(text).toMatch(/\w{3}/)
    const queries = pinecone.requested.filter(({ path }) => path === '/query')
    expect(queries.length).toBeGreaterThan(0)
    for (const { body } of queries) {
      expect(body).toMatchObject({ topK: 4, filter: { source: expect.stringMatching(/apple|tesla/) } })
    }
  })
})

const unasked: Ports['chat'] = () => {
  throw new Error('Nobody was to be asked.')
}

function embeddingCalls(events: readonly Report[]) {
  return events.filter((event) => event.type === 'model_called' && event.callId.includes(':embed:')).length
}

type Library = Awaited<ReturnType<typeof openLibrary>>

/** Upserts into the store with the same embeddings that the flow uses. */
async function upsert(
  { rowsOf }: Library['pinecone'],
  embed: Ports['embed'],
  { namespace, texts, sources = [] }: { namespace: string; texts: string[]; sources?: string[] },
) {
  const settings = { provider: 'openai', model: 'text-embedding-ada-002', apiKey: 'sandbox-key' }
  const { vectors } = await embed(settings, texts, { signal: new AbortController().signal })
  rowsOf(namespace).push(
    ...texts.map((text, place) => ({
      id: `${place}`,
      values: vectors[place] ?? [],
      metadata: { text, ...(sources[place] && { source: sources[place] }) },
    })),
  )
}

/** A fake OpenAI that returns sub-questions for structured requests and forwards other requests to the sandbox. */
function openPlanner(url: () => string) {
  const questions = [
    { source: 'tesla_tool', question: 'How many cars did Tesla sell in 2022?' },
    { source: 'apple_tool', question: 'How many phones did Apple sell in 2022?' },
    { source: 'nobody_tool', question: 'Who is nobody?' },
  ]
  return openFake(async ({ path, headers, body }) => {
    if (body.response_format) {
      const message = { role: 'assistant', content: JSON.stringify({ questions }) }
      return { body: openAIReply(message) }
    }
    const answer = await fetch(url() + path.replace(/^\/v1/, ''), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: String(headers.authorization) },
      body: JSON.stringify({ ...body, model: 'flowtill-demo', stream: false }),
    })
    return { status: answer.status, body: await answer.json() }
  })
}

function openAIReply(message: object) {
  return {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-3.5-turbo-16k',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 },
  }
}

/** A fake Redis that supports only lists. */
function aRedis() {
  const lists = new Map<string, string[]>()
  const answer = ([command, list = '', ...values]: readonly string[]) => {
    const stored = lists.get(list) ?? []
    if (command === 'LPUSH') {
      lists.set(list, [...values.toReversed(), ...stored])
    }
    return command === 'LRANGE' ? stored : stored.length
  }
  const redis: Ports['redis'] = async (_, commands) => commands.map(answer)
  return Object.assign(redis, { lists })
}

function openGithub() {
  const files: Record<string, string> = {
    'README.md': '# Docs\n\nWelcome to the documentation.',
    'docs/start.md': '# Start\n\nThe server is started with npm start in its folder.',
    'docs/picture.png': 'not a text',
  }
  return openFake(({ path }) => {
    const place = decodeURIComponent(/contents\/([^?]+)/.exec(path)?.[1] ?? '')
    return place
      ? { body: files[place] ?? '' }
      : {
          body: {
            tree: [
              { path: 'docs', type: 'tree' },
              ...Object.keys(files).map((name) => ({ path: name, type: 'blob', size: 9 })),
            ],
          },
        }
  })
}
