import { callModel } from '#server/engine/call-model.ts'
import { isChosenProvider, openChosenModel } from '#server/engine/chosen-model.ts'
import type { ChatMessage, Ports } from '#server/engine/ports.ts'
import { recordModels } from '#server/engine/record-model.ts'
import type { RunLog } from '#server/engine/run-log.ts'
import { type FollowUpSettings, followUpProviderSchema } from '#shared/flow-config.ts'
import { defaultFollowUpPrompt } from '#shared/flow-providers.ts'
import { parseJson } from '#shared/json.ts'

const MAX_COUNT = 3
const form =
  'Answer with JSON and nothing else, for example {"questions":["What does it cost?","How long does it take?"]}.'
const schema = {
  name: 'follow_up_questions',
  schema: {
    type: 'object',
    properties: {
      questions: { type: 'array', items: { type: 'string' }, description: 'At most three short questions' },
    },
    required: ['questions'],
    additionalProperties: false,
  },
}

type ReceivedRequest = {
  settings: FollowUpSettings
  /** Oldest first, ending with the answer. */
  messages: readonly ChatMessage[]
  log: RunLog
  signal: AbortSignal
  ports: Pick<Ports, 'chat' | 'credential'>
}

/**
 * Asks a model for follow-up questions. The call is billed like any other. Returns none when it fails,
 * because the answer itself is complete.
 */
export async function suggestFollowUps({
  settings,
  messages,
  log,
  signal,
  ports,
}: ReceivedRequest): Promise<string[]> {
  try {
    const word = settings.selectedProvider ?? ''
    const chosen = followUpProviderSchema.safeParse(settings[word])
    if (!(isChosenProvider(word) && chosen.success && chosen.data.modelName)) {
      return []
    }
    const { prompt = defaultFollowUpPrompt, modelName, ...more } = chosen.data
    const opened = await openChosenModel({ provider: word, modelName, ...more }, ports.credential)
    const model = recordModels({
      nodeId: 'followUpPrompts',
      chat: ports.chat,
      log,
      signal,
      platform: opened.platform,
      blame: (error) => error,
    })(opened.settings)
    const history = messages.map(({ role, content }) => `${role}: ${content}`).join('\n')
    const question = `${prompt.replaceAll('{history}', () => history)}\n\n${form}`
    const { text } = await callModel(model, {
      messages: [{ role: 'user', content: question }],
      schema,
    })
    return readQuestions(text)
  } catch {
    signal.throwIfAborted()
    return []
  }
}

/** Reads the JSON array in a text, because models often add text around it. */
export function readQuestions(text: string): string[] {
  const [found] = /\[[\s\S]*\]/.exec(text) ?? []
  const list = parseJson(found ?? '[]')
  return Array.isArray(list)
    ? list
        .filter((item): item is string => typeof item === 'string' && item.trim() !== '')
        .slice(0, MAX_COUNT)
    : []
}
