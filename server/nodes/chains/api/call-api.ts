import { callModel } from '#server/engine/call-model.ts'
import type { ChatModel } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { ChatRequest } from '#server/engine/ports.ts'
import { reachService } from '#server/nodes/call-service.ts'
import { readJson } from '#server/nodes/output-parsers/read-json.ts'
import { formatPrompt, parsePrompt } from '#server/nodes/prompts/prompt-text.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'

export type ApiCall = {
  model: ChatModel
  method: 'GET' | 'POST'
  apiDocs: string
  headers: Json | undefined
  urlPrompt: string
  ansPrompt: string
  question: string
  fetch: typeof globalThis.fetch
  label: string
}

const maxResponse = 20_000

/**
 * The model writes the request, which is sent; returns the model request for the final answer. Only servers named
 * in the documentation are called, so that a question cannot send the author's headers elsewhere.
 */
export async function callApi(call: ApiCall): Promise<ChatRequest> {
  const { model, apiDocs, question, urlPrompt, ansPrompt, label } = call
  const given = { api_docs: apiDocs, question }
  const { text } = await callModel(model, toRequest(urlPrompt, given, label))
  const { url, body } = readRequest(text, call)
  const response = await reachService(`${label}: ${new URL(url).host}`, () =>
    call.fetch(url, {
      method: call.method,
      headers: {
        ...headersOf(call.headers, label),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    }),
  )
  const reported = (await response.text()).slice(0, maxResponse)
  const api_response = response.ok ? reported : `The server answered ${response.status}: ${reported}`
  const api_url_body = JSON.stringify({ url, data: body === undefined ? null : JSON.parse(body) })
  return toRequest(ansPrompt, { ...given, api_url: url, api_url_body, api_response }, label)
}

function toRequest(template: string, values: Record<string, string>, label: string): ChatRequest {
  const content = formatPrompt(parsePrompt(template), (name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) {
      throw new AppError('INVALID_FLOW', `${label}: {${name}} is not known in this prompt.`)
    }
    return value
  })
  return { messages: [{ role: 'user', content }] }
}

function readRequest(text: string, call: ApiCall): { url: string; body: string | undefined } {
  if (call.method === 'GET') {
    return { url: readUrl(/https?:\/\/[^\s"'`<>)\]]+/.exec(text)?.[0], call), body: undefined }
  }
  const body = readJson(text)
  const { url, data } = (isRecord(body) ? body : {}) as {
    url?: unknown
    data?: unknown
  }
  return { url: readUrl(url, call), body: JSON.stringify(data ?? {}) }
}

function readUrl(value: unknown, { apiDocs, label }: ApiCall): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (!url) {
    throw new AppError('MODEL_OUTPUT', `${label}: the model did not write an address.`)
  }
  const named = [...apiDocs.matchAll(/https?:\/\/[^\s"'`<>)\]]+/g)].flatMap(([address]) =>
    URL.canParse(address) ? [new URL(address).origin] : [],
  )
  if (!named.includes(url.origin)) {
    throw new AppError('FORBIDDEN', `${label}: ${url.origin} is not named in the API Documentation.`)
  }
  return url.href
}

export function headersOf(headers: Json | undefined, label: string): Record<string, string> {
  if (headers === undefined || headers === null) {
    return {}
  }
  if (!isRecord(headers)) {
    throw new AppError('INVALID_FLOW', `${label}: Headers must name each value: {"name": "value"}.`)
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
