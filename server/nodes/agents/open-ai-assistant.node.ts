import { type Answer, defineNode } from '#server/engine/define-node.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import { answerOf, runToolLoop } from '#server/engine/tool-loop.ts'
import { findRejection, toWords } from '#server/nodes/chains/moderate.ts'
import type { FileAnnotation } from '#shared/file-annotations.ts'
import type { Citation } from '#shared/runs.ts'
import { inputModeration, tools } from './agent-inputs.ts'
import { holdLinks, linkFiles, storeFiles, toArtifacts } from './assistant-files.ts'

const MAX_ROUNDS = 30

export const openAIAssistant = defineNode({
  name: 'openAIAssistant',
  label: 'OpenAI Assistant',
  version: 4,
  category: 'Agents',
  description:
    'Answers with an OpenAI-type assistant: file search, code interpreter and your own OpenAI or Azure OpenAI credential.',
  icon: 'agent',
  baseClasses: ['OpenAIAssistant'],
  hasOwnModel: true,

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
    let files: FileAnnotation[] = []
    const loop = runToolLoop({
      ...{ model, label, maxIterations: MAX_ROUNDS },
      tools: orderTools(inputs.tools ?? []),
      request: { system: instructions, messages: [...history, question] },
    })
    const result = yield* holdLinks(loop, async (held, { citations }) => {
      const made = inputs.disableFileDownload ? [] : citations.filter(isMade)
      files = await storeFiles(made, turn, { download, keepFile: ports.keepFile, signal })
      return linkFiles(held, files)
    })
    return {
      // Citation marks like `【4:0†source】` mean nothing to readers of the answer.
      text: linkFiles(result.text.replace(/【[^】]*】/g, ''), files),
      ...answerOf({ ...result, artifacts: [...result.artifacts, ...toArtifacts(files)] }),
      ...(files.length > 0 && { fileAnnotations: files }),
    }
  },
})

const isMade = ({ containerId }: Citation) => containerId !== undefined
