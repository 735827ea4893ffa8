import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { planFlow } from '#server/engine/plan-flow.ts'
import { runFlow } from '#server/engine/run-flow.ts'
import type { Report } from '#server/engine/run-log.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { openCorpusWorld } from '#server/upstream/testing/corpus-world.ts'
import { isNote, parseFlowFile } from '#shared/flow-file.ts'
import { choose } from './corpus/choose.ts'
import { folderOfTheirs, listFlowFiles } from './flow-corpus.ts'
import { createTestApp } from './test-app.ts'

// Files as Flowise exports them: older handles, numbers as text, no credentials.
const corpus = listFlowFiles().map(({ name, file }) => ({ name, file, missing: missingIn(file) }))

/** Such as make the demo model use its tools. */
const questions: Record<string, string> = {
  'Multiple Documents QnA': 'Search Apple: what does Apple say?',
  'OpenAI Assistant': 'What is 2 + 2?',
}

describe('a file of Flowise loads, validates, runs and answers', () => {
  test.for(corpus.filter(({ missing }) => missing.length === 0))(
    '$name',
    async ({ name, file }, { annotate }) => {
      const { ports, stoodIn } = await openCorpusWorld()
      const plan = planFlow(choose(parseFlowFile(readFileSync(file, 'utf8'))), catalogue)
      const events: Report[] = []
      const note = (report: Report) => void events.push(report)
      const stop = new AbortController()
      onTestFinished(() => stop.abort())

      const answer = await runFlow({
        plan,
        turn: {
          question: questions[name] ?? 'When does the museum open?',
          flowId: 'flow',
          chatId: 'chat',
          sessionId: 'session',
          messageId: 'message',
          vars: {},
        },
        ports: { ...ports, history: async () => [] },
        log: { past: [], note, append: async (report) => note(report) },
        signal: stop.signal,
        stream: plan.streams,
      })

      expect(answer.json ?? answer.text).toBeTruthy()
      expect(JSON.stringify(answer.json ?? answer.text)).toMatch(/\p{L}{3}/u)
      const ended = events.flatMap((event) => (event.type === 'node_finished' ? [event.nodeId] : []))
      expect(ended.sort()).toEqual(plan.steps.map(({ id }) => id).sort())
      await annotate([...stoodIn].sort().join('; ') || 'Nothing stood in for anything.', 'stood in')
    },
  )

  // Said aloud, so that a machine without them is not taken for one that has tried them.
  if (!folderOfTheirs()) {
    test('but there are none here beside our own: see FLOW_CORPUS', () => undefined)
  }

  // Nodes that this server does not have yet.
  test.skip.each(corpus.filter(({ missing }) => missing.length > 0))('$name needs $missing', () => undefined)
})

describe('as soon as its credentials are chosen, the whole product answers', () => {
  const simple = /^(conversation|llm)-chain$|^prompt-chaining$|^(Conversation|LLM) Chain$|^Prompt Chaining$/

  test.each(corpus.filter(({ name }) => simple.test(name)))('$file', async ({ name, file }) => {
    const { signUp } = await createTestApp({ listen: true })
    const { call } = await signUp('ada')
    const text = readFileSync(file, 'utf8')
    const create = async (flowData: string) =>
      (await call('POST', '/chatflows', { name, flowData })).json().id as string
    const ask = async (id: string) =>
      (await call('POST', `/prediction/${id}`, { question: 'colorful socks' })).json()

    const without = await ask(await create(text))
    const answer = await ask(await create(await withCredentials(text, call)))

    expect(without).toMatchObject({
      code: 'INVALID_FLOW',
      error: expect.stringContaining('credential is required'),
    })
    expect(answer).toMatchObject({ text: expect.stringMatching(/\w{3}/), question: 'colorful socks' })
  })
})

type Call = Awaited<ReturnType<Awaited<ReturnType<typeof createTestApp>>['signUp']>>['call']

/** What a user does on the canvas: chooses the sandbox's credential on every model. */
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

function missingIn(file: string): string[] {
  const { nodes } = parseFlowFile(readFileSync(file, 'utf8'))
  const names = nodes.filter((node) => !isNote(node)).map(({ data }) => data.name)
  return [...new Set(names)].filter((name) => !catalogue.has(name))
}
