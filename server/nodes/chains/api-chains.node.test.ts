import { describe, expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { referenceTo } from '#shared/flow-file.ts'

describe('an API chain', () => {
  test('builds the URL, requests it, and answers from the response', async () => {
    const { origin, seen, fetch } = await anApi(200, '{"opens":"nine"}')
    const { chat, requests } = scriptedModel([`Here: ${origin}/hours?city=Izmir`, 'At nine.'])
    const flow = aFlow('getApiChain', origin, { headers: '{"x-key":"k"}' })

    const { text } = await prepareRun({ flow, chat, fetch, question: 'When?' }).run()

    expect(text).toBe('At nine.')
    expect(seen).toEqual([{ method: 'GET', path: '/hours?city=Izmir', key: 'k', body: '' }])
    expect(requests[0]?.messages[0]?.content).toMatch(/GET http.*hours[\s\S]*Question: When\?/)
    expect(requests[1]?.messages[0]?.content).toContain('{"opens":"nine"}')
  })

  test('builds a body, and reports the response', async () => {
    const { origin, seen, fetch } = await anApi(422, 'no such day')
    const reply = `\`\`\`json\n{"url": "${origin}/hours", "data": {"day": "Monday"}}\n\`\`\``
    const { chat, requests } = scriptedModel([reply, 'It was refused.'])

    const { text } = await prepareRun({ flow: aFlow('postApiChain', origin), chat, fetch }).run()

    expect(text).toBe('It was refused.')
    expect(seen).toMatchObject([{ method: 'POST', path: '/hours', body: '{"day":"Monday"}' }])
    expect(requests[1]?.messages[0]?.content).toContain('The server answered 422: no such day')
  })

  test.each([
    ['getApiChain', 'https://evil.example/steal', 'FORBIDDEN'],
    ['getApiChain', 'http://127.0.0.1:1/inner', 'FORBIDDEN'],
    ['postApiChain', '{"url":"https://evil.example","data":{}}', 'FORBIDDEN'],
    ['getApiChain', 'I cannot do that.', 'MODEL_OUTPUT'],
    ['postApiChain', 'I cannot do that.', 'MODEL_OUTPUT'],
  ])('%s sends nothing for %j', async (name, reply, code) => {
    const { origin, seen, fetch } = await anApi(200, 'x')
    const { chat } = scriptedModel([reply])

    await expect(
      prepareRun({ flow: aFlow(name, origin, { headers: '{"x-key":"secret"}' }), chat, fetch }).run(),
    ).rejects.toMatchObject({ code })
    expect(seen).toEqual([])
  })

  test('uses the prompts of its author, and reports unknown variables in them', async () => {
    const { origin, fetch } = await anApi(200, 'nine')
    const { chat, requests } = scriptedModel([`${origin}/hours`, 'x'])
    const prompts = { urlPrompt: 'Docs {api_docs} Q {question}', ansPrompt: '{api_url}: {api_response}' }

    await prepareRun({ flow: aFlow('getApiChain', origin, prompts), chat, fetch }).run()
    const wrong = prepareRun({
      flow: aFlow('getApiChain', origin, { urlPrompt: '{nothing}' }),
      chat: scriptedModel(['x']).chat,
      fetch,
    })

    expect(requests[1]?.messages[0]?.content).toBe(`${origin}/hours: nine`)
    await expect(wrong.run()).rejects.toMatchObject({ message: expect.stringContaining('{nothing}') })
  })
})

function aFlow(name: string, origin: string, inputs: Record<string, unknown> = {}) {
  return buildFlow([
    { name: 'chatOpenAI', credential: 'chosen' },
    {
      name,
      inputs: {
        model: referenceTo('chatOpenAI_0'),
        apiDocs: `GET ${origin}/hours gives the hours of a city.`,
        ...inputs,
      },
    },
  ])
}

async function anApi(status: number, answer: string) {
  const seen: object[] = []
  const { origin } = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      seen.push({ method: request.method, path: request.url, key: request.headers['x-key'], body })
      response.writeHead(status).end(answer)
    })
  })
  return { origin, seen, fetch: createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined }) }
}
