import { z } from 'zod'
import { unreadableAnswer } from '#server/engine/service-error.ts'
import { AppError } from '#shared/errors.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import { type ChatReply, type Citation, noUsage, type ProviderCall } from '#shared/runs.ts'

const annotation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file_citation'), file_id: z.string(), filename: z.string().default('') }),
  z.object({
    type: z.literal('container_file_citation'),
    container_id: z.string(),
    file_id: z.string(),
    filename: z.string().default(''),
  }),
])
type Annotation = z.infer<typeof annotation>

const found = z.object({
  file_id: z.string().default(''),
  filename: z.string().default(''),
  text: z.string().default(''),
})
const outputItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    content: z.array(
      z.object({
        type: z.string(),
        text: z.string().default(''),
        refusal: z.string().default(''),
        annotations: z.array(z.unknown()).default([]),
      }),
    ),
  }),
  z.object({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({
    type: z.literal('file_search_call'),
    queries: z.array(z.string()).default([]),
    results: z.array(found).nullish(),
  }),
  z.object({
    type: z.literal('code_interpreter_call'),
    code: z.string().nullish(),
    outputs: z.array(z.looseObject({ type: z.string(), logs: z.string().optional() })).nullish(),
  }),
])
type OutputItem = z.infer<typeof outputItem>

const responseSchema = z.object({
  id: z.string(),
  status: z.string(),
  // Kinds of items that are unknown here, such as reasoning, are left out.
  output: z
    .array(z.unknown())
    .transform((items) => items.flatMap((item) => outputItem.safeParse(item).data ?? [])),
  usage: z
    .object({
      input_tokens: z.int().min(0),
      input_tokens_details: z.object({ cached_tokens: z.int().min(0).default(0) }).nullish(),
      output_tokens: z.int().min(0),
      output_tokens_details: z.object({ reasoning_tokens: z.int().min(0).default(0) }).nullish(),
    })
    .nullish(),
  error: z.object({ message: z.string() }).nullish(),
  incomplete_details: z.object({ reason: z.string() }).nullish(),
})
export type Finished = z.infer<typeof responseSchema>

/** Throws UPSTREAM_FAILED for a response that failed or cannot be read. */
export function readResponse(given: unknown, service: string): Finished {
  const parsed = responseSchema.safeParse(given)
  if (!parsed.success) {
    throw unreadableAnswer(service, parsed.error)
  }
  const { status, error } = parsed.data
  if (status === 'failed') {
    throw new AppError('UPSTREAM_FAILED', `The assistant stopped: ${error?.message ?? 'no reason given'}`)
  }
  return parsed.data
}

export function toReply(response: Finished): ChatReply {
  const { output, usage } = response
  const toolCalls = output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ id: item.call_id, name: item.name, args: parseArguments(item.arguments) }]
      : [],
  )
  const providerCalls = output.flatMap(toProviderCall)
  const citations = citationsOf(output)
  return {
    text: output.flatMap(textsOf).join('\n\n'),
    usage: usage ? toUsage(usage) : noUsage,
    estimated: !usage,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(providerCalls.length > 0 && { providerCalls }),
    ...(citations.length > 0 && { citations }),
  }
}

function toUsage(usage: NonNullable<Finished['usage']>) {
  const cacheRead = Math.min(usage.input_tokens_details?.cached_tokens ?? 0, usage.input_tokens)
  const output = usage.output_tokens
  return {
    input: usage.input_tokens - cacheRead,
    ...{ cacheRead, cacheWrite: 0, output },
    reasoning: Math.min(usage.output_tokens_details?.reasoning_tokens ?? 0, output),
  }
}

function textsOf(item: OutputItem): string[] {
  return item.type === 'message' ? [item.content.map(({ text, refusal }) => text || refusal).join('')] : []
}

function toProviderCall(item: OutputItem): ProviderCall[] {
  if (item.type === 'file_search_call') {
    const passages = (item.results ?? []).map(({ filename, text }) => `${filename}: ${text}`)
    return [{ name: 'file_search', args: { queries: item.queries }, result: passages.join('\n\n') }]
  }
  if (item.type === 'code_interpreter_call') {
    const logs = (item.outputs ?? []).flatMap(({ logs }) => logs ?? [])
    return [{ name: 'code_interpreter', args: { code: item.code ?? '' }, result: logs.join('\n') }]
  }
  return []
}

/** Each file once. */
function citationsOf(output: readonly OutputItem[]): Citation[] {
  const passages = new Map(
    output
      .flatMap((item) => (item.type === 'file_search_call' ? (item.results ?? []) : []))
      .toReversed()
      .map(({ file_id: fileId, text }) => [fileId, text]),
  )
  const cited = output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .flatMap(({ annotations }) => annotations.flatMap((each) => annotation.safeParse(each).data ?? []))
  return [...new Map(cited.map((each) => [each.file_id, each])).values()].map((each) =>
    toCitation(each, passages),
  )
}

function toCitation(cited: Annotation, passages: ReadonlyMap<string, string>): Citation {
  const passage = passages.get(cited.file_id)
  return {
    fileId: cited.file_id,
    fileName: cited.filename || cited.file_id,
    ...('container_id' in cited && { containerId: cited.container_id }),
    ...(passage && { passage }),
  }
}

function parseArguments(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch {
    return {}
  }
}
