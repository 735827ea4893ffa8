import { callModel } from '#server/engine/call-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatModel } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { findRejection, inputModeration } from '#server/nodes/chains/moderate.ts'
import { formatPrompt } from '#server/nodes/sequential-agents/build-request.ts'
import { AppError } from '#shared/errors.ts'
import { finish, finishReply, readRoute, routeTool } from './route.ts'
import { teamMessages } from './team-messages.ts'

const defaultPrompt = `You are a supervisor tasked with managing a conversation between the following workers: {team_members}.
Given the following user request, respond with the worker to act next.
Each worker will perform a task and respond with their results and status.
When finished, respond with FINISH.
Select strategically to minimize the number of steps taken.`

export const supervisor = defineNode({
  name: 'supervisor',
  label: 'Supervisor',
  version: 3,
  category: 'Multi Agents',
  description: 'Decides which worker acts next, and when the task is done.',
  icon: 'flow',
  baseClasses: ['Supervisor'],
  inputs: {
    supervisorName: { label: 'Supervisor Name', type: 'string', default: 'Supervisor' },
    supervisorPrompt: {
      label: 'Supervisor Prompt',
      type: 'string',
      description: '{team_members} is replaced by the names of the workers.',
      default: defaultPrompt,
      rows: 4,
      additionalParams: true,
    },
    model: {
      label: 'Tool Calling Chat Model',
      type: 'BaseChatModel',
      description:
        'A model that supports tool calls, such as those from OpenAI, Anthropic, Google, Mistral and Groq.',
    },
    agentMemory: {
      label: 'Agent Memory',
      type: 'BaseCheckpointSaver',
      description: 'Keeps the state over several messages.',
      optional: true,
    },
    summarization: {
      label: 'Summarization',
      type: 'boolean',
      description: 'The answer is a summary of the conversation instead of the last message.',
      optional: true,
      additionalParams: true,
    },
    recursionLimit: {
      label: 'Recursion Limit',
      type: 'number',
      description: 'Max steps of supervisor and workers per message.',
      default: 100,
      additionalParams: true,
    },
    inputModeration,
  },
  async *step({ inputs, step, turn, label }) {
    const { supervisorName: agentName, model } = inputs
    const rejection =
      step.visit === 1 ? await findRejection(inputs.inputModeration, turn.question) : undefined
    if (rejection !== undefined) {
      return {
        value: { content: rejection },
        branches: [],
        messages: [{ role: 'assistant', content: rejection }],
      }
    }
    // Every visit but the first follows a worker's step.
    if (step.visit * 2 - 1 > inputs.recursionLimit) {
      const { recursionLimit: limit } = inputs
      throw new AppError(
        'RUN_LIMIT',
        `${label}: the team has reached its recursion limit of ${limit} steps without finishing.`,
      )
    }
    const workers = step.followers.map(({ output }) => output)
    const messages = await teamMessages(step)
    const reply = await callModel(model, {
      system: formatPrompt(inputs.supervisorPrompt, { team_members: workers.join(', ') }),
      messages: [...messages, whoIsNext(workers)],
      tools: [routeTool(workers)],
      toolChoice: { name: 'route' },
    })
    const route = readRoute(reply, workers, label)
    if (route.next !== finish) {
      const { next, instructions, reasoning } = route
      return {
        value: { content: instructions, agentName, next: nameOf(step, next), instructions, reasoning },
        branches: [next],
        patch: { next, instructions },
      }
    }
    const content = inputs.summarization
      ? await summarize(model, messages)
      : finishReply(step.messages, route)
    return {
      value: {
        content,
        agentName,
        next: finish,
        instructions: route.instructions,
        reasoning: route.reasoning,
      },
      branches: [],
      patch: { next: finish } satisfies Record<string, Json>,
      ...(inputs.summarization && {
        messages: [{ role: 'assistant' as const, content, name: agentName }],
      }),
    }
  },
})

function whoIsNext(workers: readonly string[]): ChatMessage {
  const options = [finish, ...workers].join(', ')
  const content = `Given the conversation above, who should act next? Or should we FINISH? Select one of: ${options}.
Give your reasoning, and instructions for the sub-task of the chosen worker.`
  return { role: 'user', content }
}

function nameOf({ followers }: StepScope, next: string): string {
  const worker = followers.find(({ output }) => output === next)
  return String(worker?.inputs.workerName ?? next)
}

async function summarize(model: ChatModel, messages: readonly ChatMessage[]): Promise<string> {
  const content = 'Given the conversation above, write the final answer to the user’s request.'
  return (await callModel(model, { messages: [...messages, { role: 'user', content }] })).text
}
