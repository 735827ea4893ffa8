import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { missingFieldOf, runCorpusFlow } from '#server/upstream/testing/run-corpus-flow.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import { folderOfTheirs, listFlowFiles } from './flow-corpus.ts'
import { createTestApp } from './test-app.ts'

const corpus = listFlowFiles().map(({ name, file }) => ({ name, file, missing: missingFieldOf(file) }))

describe('a Flowise file loads, validates, runs and answers', () => {
  test.for(corpus.filter(({ missing }) => missing.length === 0))('$name', async (flow, { annotate }) => {
    const { answer, finished, planned, stoodIn } = await runCorpusFlow(flow)

    expect(answer).toBeTruthy()
    expect(JSON.stringify(answer)).toMatch(/\p{L}{3}/u)
    expect(finished).toEqual(planned)
    await annotate(stoodIn.join('; ') || 'Nothing stood in for anything.', 'stood in')
  })

  // Reported, so that a skipped corpus is not mistaken for a tested one.
  if (!folderOfTheirs()) {
    test('but no files besides our own are available: see FLOW_CORPUS', () => undefined)
  }

  test.skip.each(corpus.filter(({ missing }) => missing.length > 0))('$name needs $missing', () => undefined)
})

describe('once its credentials are selected, the complete application answers', () => {
  const simple = /^(conversation|llm)-chain$|^prompt-chaining$|^(Conversation|LLM) Chain$|^Prompt Chaining$/

  test.each(corpus.filter(({ name }) => simple.test(name)))('$file', async ({ name, file }) => {
    const { signUp } = await createTestApp({ listen: true })
    const { call } = await signUp('ada')
    const text = readFileSync(file, 'utf8')
    const create = async (flowData: string) =>
      (await call('POST', '/chatflows', { type: 'CHATFLOW', name, flowData })).json().id as string
    const predict = async (id: string) =>
      (await call('POST', `/prediction/${id}`, { question: 'colorful socks' })).json()

    const without = await predict(await create(text))
    const answer = await predict(await create(await withCredentials(text, call)))

    expect(without).toMatchObject({
      code: 'INVALID_FLOW',
      error: expect.stringContaining('credential is required'),
    })
    expect(answer).toMatchObject({ text: expect.stringMatching(/\w{3}/), question: 'colorful socks' })
  })
})

type Call = Awaited<ReturnType<Awaited<ReturnType<typeof createTestApp>>['signUp']>>['call']

async function withCredentials(text: string, call: Call) {
  const kinds: Record<string, string> = { chatOpenAI: 'openAIApi', azureChatOpenAI: 'azureOpenAIApi' }
  const credentials: { id: string; credentialName: string }[] = (await call('GET', '/credentials')).json()
  const file = parseFlowFile(text)
  for (const { data } of file.nodes) {
    const id = credentials.find(({ credentialName }) => credentialName === kinds[data.name])?.id
    Object.assign(data, id && { credential: id })
  }
  return JSON.stringify(file)
}
