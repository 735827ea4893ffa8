import type { Turn } from '#server/engine/call-context.ts'
import { type Answer, defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import { answerOf, runToolLoop } from '#server/engine/tool-loop.ts'
import { findRejection, toWords } from '#server/nodes/chains/moderate.ts'
import type { Citation } from '#shared/runs.ts'
import { inputModeration, tools } from './agent-inputs.ts'

const MAX_ROUNDS = 30

export const openAIAssistant = defineNode({
  name: 'openAIAssistant',
  label: 'OpenAI Assistant',
  version: 4,
  category: 'Agents',
  description:
    'Answers with an OpenAI-type assistant: file search, code interpreter and your own OpenAI credential.',
  icon: 'agent',
  baseClasses: ['OpenAIAssistant'],

  inputs: {
    selectedAssistant: { label: 'Select Assistant', type: 'asyncOptions', loadMethod: 'listAssistants' },
    tools: { ...tools, optional: true },
    inputModeration,
    toolChoice: {
      label: 'Tool Choice',
      type: 'string',
      description: 'none, auto, required, or a tool name.',
      placeholder: 'auto',
      optional: true,
      additionalParams: true,
    },
    parallelToolCalls: {
      label: 'Parallel Tool Calls',
      type: 'boolean',
      default: true,
      optional: true,
      additionalParams: true,
    },
    disableFileDownload: {
      label: 'Disable File Download',
      type: 'boolean',
      description: 'Hide the files the assistant created.',
      optional: true,
      additionalParams: true,
    },
  },

  loadMethods: {
    async listAssistants({ ports }) {
      const assistants = (await ports.listAssistants?.()) ?? []
      return assistants.map(({ id, name, description }) => ({ label: name, name: id, description }))
    },
  },

  async *run({ inputs, turn, signal, label, ports }): AsyncGenerator<string, Answer> {
    const rejection = await findRejection(inputs.inputModeration, turn.question)
    if (rejection !== undefined) {
      yield* toWords(rejection)
      return {}
    }
    const { model, instructions, download } = await ports.openAssistant(inputs.selectedAssistant, {
      toolChoice: inputs.toolChoice || undefined,
      parallelToolCalls: inputs.parallelToolCalls ?? true,
    })
    const history = await ports.history(turn.sessionId)
    const question = { role: 'user', content: turn.question, images: turn.images } as const
    const result = yield* runToolLoop({
      ...{ model, label, maxIterations: MAX_ROUNDS },
      tools: orderTools(inputs.tools ?? []),
      request: { system: instructions, messages: [...history, question] },
    })
    const made = inputs.disableFileDownload ? [] : result.citations.filter(isMade)
    const files = await Promise.all(
      made.map(async (file) => {
        signal.throwIfAborted()
        return { file, name: await ports.keepFile(file.fileName, await download(file)) }
      }),
    )
    const artifacts = [...result.artifacts, ...files.flatMap(({ name }) => toArtifact(name))]
    return {
      // Citation marks like `【4:0†source】` mean nothing to readers of the answer.
      text: linkFiles(result.text.replace(/【[^】]*】/g, ''), files, turn),
      ...answerOf({ ...result, artifacts }),
      ...(files.length > 0 && {
        fileAnnotations: files.map(({ file, name }) => ({ filePath: file.fileName, fileName: name })),
      }),
    }
  },
})

const isMade = ({ containerId }: Citation) => containerId !== undefined

function toArtifact(name: string): Json[] {
  const [, type = ''] = /\.(png|jpe?g|gif|webp)$/i.exec(name) ?? []
  return type === ''
    ? []
    : [{ type: type.toLowerCase().replace('jpg', 'jpeg'), data: `FILE-STORAGE::${name}` }]
}

/** The model links files by their path in its container, which leads nowhere here. */
function linkFiles(
  text: string,
  files: readonly { file: Citation; name: string }[],
  { flowId, chatId }: Pick<Turn, 'flowId' | 'chatId'>,
): string {
  return files.reduce((linked, { file, name }) => {
    const query = new URLSearchParams({ chatflowId: flowId, chatId, fileName: name })
    return linked.replaceAll(`sandbox:/mnt/data/${file.fileName}`, `/api/v1/get-upload-file?${query}`)
  }, text)
}
