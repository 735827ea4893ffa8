import type { ChatModel } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { AppError } from '#shared/errors.ts'
import { addUsage, type ChatReply, countTokens, noUsage, type Usage } from '#shared/runs.ts'
import { readConfig } from './step-inputs.ts'

/** The model chosen in a step's form, configured beside it under `<field>Config`. */
export async function openModel(step: StepScope, field: string, label: string): Promise<ChatModel> {
  const name = step.stored(field)
  if (typeof name !== 'string' || name === '') {
    throw new AppError('INVALID_FLOW', `${label}: Model is required.`)
  }
  const handle = await step.open('model', name, readConfig(step.stored(`${field}Config`)))
  if (!isModel(handle)) {
    throw new AppError('INVALID_FLOW', `${label}: ${name} is not a chat model.`)
  }
  return handle
}

function isModel(handle: unknown): handle is ChatModel {
  return typeof handle === 'object' && handle !== null && 'stream' in handle
}

type Usages = { usage: Usage; started: Date; ended: Date }

/** Metadata of a step with model calls, as Flowise's executions show it. */
export function metadataOf({ usage, started, ended }: Usages): { [key: string]: Json } {
  const { input, cacheRead, cacheWrite, output } = usage
  return {
    timeMetadata: {
      start: started.getTime(),
      end: ended.getTime(),
      delta: ended.getTime() - started.getTime(),
    },
    usageMetadata: {
      input_tokens: input + cacheRead + cacheWrite,
      output_tokens: output,
      total_tokens: countTokens(usage),
    },
  }
}

/** Counts the usage of all calls of a step. */
export function countUsage(model: ChatModel): { model: ChatModel; total(): Usage } {
  let usage = noUsage
  return {
    model: {
      ...model,
      async *stream(request) {
        const reply: ChatReply = yield* model.stream(request)
        usage = addUsage(usage, reply.usage)
        return reply
      },
    },
    total: () => usage,
  }
}
