import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

type ReceivedRequest = {
  method: string
  path: string
  body: Record<string, unknown>
  key: string | undefined
}

/**
 * A fake of OpenAI's Assistants API: calls the given tools in order, then replies with their results. A question
 * with "fail" makes its run fail.
 */
export function assistantsServer(plan: { name: string; args: object }[]) {
  const requested: ReceivedRequest[] = []
  let threads = 0
  let question = ''
  let step = 0
  const instructions: string[] = []

  const listener: RequestListener = async (request, response) => {
    const body = await readBody(request)
    const path = (request.url ?? '').replace(/^\/v1/, '')
    requested.push({ method: request.method ?? '', path, body, key: request.headers.authorization })
    if (request.headers['openai-beta'] !== 'assistants=v2') {
      return json(response, { error: { message: 'Wrong version.' } }, 400)
    }
    return answer(path, body, response)
  }

  function answer(path: string, body: Record<string, unknown>, response: ServerResponse) {
    if (path === '/assistants/asst_1') {
      return json(response, { id: 'asst_1', tools: [{ type: 'code_interpreter' }] })
    }
    if (path === '/threads') {
      threads += 1
      return json(response, { id: `thread_${threads}` })
    }
    if (path.endsWith('/messages')) {
      question = String(body.content)
      step = 0
      instructions.length = 0
      return json(response, { id: 'msg_0' })
    }
    const goesOn = path.endsWith('/runs') || path.endsWith('/submit_tool_outputs')
    return goesOn ? follow(response, body) : json(response, {})
  }

  function follow(response: ServerResponse, body: Record<string, unknown>) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const notify = (event: string, data: object) =>
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    notify('thread.run.created', { id: 'run_1' })
    for (const { output } of (body.tool_outputs ?? []) as { output: string }[]) {
      instructions.push(output)
    }
    const next = plan[step]
    step += 1
    if (question.includes('fail')) {
      notify('thread.run.failed', { id: 'run_1', last_error: { message: 'You exceeded your quota.' } })
    } else if (next) {
      const call = {
        id: `call_${step}`,
        type: 'function',
        function: { name: next.name, arguments: JSON.stringify(next.args) },
      }
      notify('thread.run.requires_action', {
        id: 'run_1',
        required_action: { submit_tool_outputs: { tool_calls: [call] } },
      })
    } else {
      const text = `It is ${instructions.join(' and ') || 'fine'}.`
      notify('thread.message.delta', {
        id: 'msg_1',
        delta: { content: [{ text: { value: text.slice(0, 5) } }] },
      })
      notify('thread.message.delta', {
        id: 'msg_1',
        delta: { content: [{ text: { value: text.slice(5) } }] },
      })
      const annotations = [
        { type: 'file_path', text: 'sandbox:/mnt/a.csv', file_path: { file_id: 'file_1' } },
      ]
      notify('thread.message.completed', {
        id: 'msg_1',
        content: [{ text: { value: `${text}【4:0†source】`, annotations } }],
      })
      notify('thread.run.completed', { id: 'run_1', usage: { prompt_tokens: 1, completion_tokens: 1 } })
    }
    response.end('event: done\ndata: [DONE]\n\n')
  }

  return { listener, requested }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
  }
  return text ? JSON.parse(text) : {}
}

function json(response: ServerResponse, body: object, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
