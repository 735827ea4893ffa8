import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { prepareRun, textOfTokens } from '#server/testing/run-test-flow.ts'
import { frames, openWire } from '#server/upstream/models/testing/wire-server.ts'
import { parseFlowFile } from '#shared/flow-file.ts'

describe('a flow as exported by Flowise', () => {
  test.each([
    ['groqChat', 'modelName', { groqApiKey: 'own-key' }, '/openai/v1'],
    ['chatMistralAI', 'modelName', { mistralAIAPIKey: 'own-key' }, '/v1'],
    ['chatDeepseek', 'modelName', { deepseekApiKey: 'own-key' }, ''],
    ['chatXAI', 'modelName', { xaiApiKey: 'own-key' }, '/v1'],
    ['chatTogetherAI', 'modelName', { togetherAIApiKey: 'own-key' }, '/v1'],
    ['chatFireworks', 'modelName', { fireworksApiKey: 'own-key' }, '/inference/v1'],
    ['chatPerplexity', 'model', { perplexityApiKey: 'own-key' }, ''],
    ['chatOpenRouter', 'modelName', { openRouterApiKey: 'own-key' }, '/api/v1'],
    ['chatCerebras', 'modelName', { cerebrasApiKey: 'own-key' }, '/v1'],
    ['chatOpenAICustom', 'modelName', { openAIApiKey: 'own-key' }, '/v1'],
  ])('answers through %s', async (name, modelField, values, path) => {
    const answer = { choices: [{ index: 0, delta: { content: 'At ten.' }, finish_reason: 'stop' }] }
    const count = { choices: [], usage: { prompt_tokens: 30, completion_tokens: 3, total_tokens: 33 } }
    const wire = await openWire({ chunks: frames(answer, count, '[DONE]') })
    const flow = exportedWith(name, modelField)

    const { run, events } = prepareRun({ flow, chat: wire.chat, credential: { values, platform: false } })
    await run()

    expect(textOfTokens(events)).toBe('At ten.')
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'model_finished',
        reply: expect.objectContaining({ usage: expect.objectContaining({ input: 30, output: 3 }) }),
      }),
    )
    expect(wire.seen).toMatchObject([
      {
        path: `${path}/chat/completions`,
        headers: { authorization: 'Bearer own-key' },
        body: { model: 'the-model', stream: true },
      },
    ])
  })

  test('rejects a shared credential if it has a custom address', async () => {
    const wire = await openWire()
    const flow = exportedWith('chatOpenRouter', 'modelName', { basepath: 'https://evil.example/v1' })
    const credential = { values: { openRouterApiKey: 'house-key' }, platform: true }

    await expect(prepareRun({ flow, chat: wire.chat, credential }).run()).rejects.toThrow(/shared|own/)
    expect(wire.seen).toEqual([])
  })
})

/** The exported conversation flow with another model in place of OpenAI's. */
function exportedWith(name: string, modelField: string, inputs: object = {}) {
  const file = join(import.meta.dirname, '../../testing/flows/conversation-chain.json')
  const flow = parseFlowFile(readFileSync(file, 'utf8').replaceAll('chatOpenAI', name))
  for (const { data } of flow.nodes) {
    if (data.name === name) {
      const stored = { cache: '', temperature: '0.9', streaming: '', [modelField]: 'the-model', ...inputs }
      Object.assign(data, { credential: 'chosen', inputs: stored })
    }
  }
  return flow
}
