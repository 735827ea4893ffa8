import { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { MessagesService, StoredMessage } from '#server/features/messages/messages.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { StepWait } from '#shared/runs.ts'
import type { ChannelRow, ChatRow } from './channels.table.ts'

type Deps = {
  store: Store
  runs: Pick<RunsService, 'newest' | 'waitsOf'>
  messages: Pick<MessagesService, 'findConversation'>
}
type Place = { chat: ChatRow; channel: ChannelRow }

export type Choice = { type: 'proceed' | 'reject'; feedback?: string; startNodeId: string }

/** A message whose run waits for a decision, with numbered choices. */
export function withChoices({ content, extras }: Pick<StoredMessage, 'content' | 'extras'>): string {
  const { mapping, data } = readAction(extras?.action)
  return mapping && data?.nodeLabel !== 'uncertain'
    ? `${content}\n\n1. ${mapping.approve}\n2. ${mapping.reject}`.trim()
    : content
}

const actionSchema = z.object({
  mapping: z.object({ approve: z.string(), reject: z.string() }).optional(),
  data: z.object({ nodeLabel: z.string().optional() }).optional(),
})

function readAction(action: unknown): z.output<typeof actionSchema> {
  return actionSchema.safeParse(action).data ?? {}
}

/** The replies of visitors to runs that wait. */
export function createVisitorChoices({ store, runs, messages }: Deps) {
  /** What the text chooses in the run that waits in this conversation. Undefined for any other message. */
  async function read(place: Place, text: string): Promise<{ runId: string; choice: Choice } | undefined> {
    const { flowId, chatId } = placeOf(place)
    const run = await runs.newest(flowId, chatId)
    const [open] = run?.state === 'waiting' ? await runs.waitsOf(run.id) : []
    const choice = open && mayChoose(open.wait) ? readChoice(text, open.wait) : undefined
    const conversation = choice && (await messages.findConversation(store.db, { flowId, chatId }))
    return run && open && choice && conversation?.isAiOff === false
      ? { runId: run.id, choice: { ...choice, startNodeId: open.nodeId } }
      : undefined
  }

  return { read }
}

const placeOf = ({ chat, channel }: Place) => ({ flowId: channel.flowId ?? '', chatId: chat.chatId })

/** Only the owner knows whether an uncertain call has happened. */
const mayChoose = ({ kind }: StepWait) => kind !== 'uncertain'

/** A number or a label; where feedback is taken, more text may follow. */
export function readChoice(
  text: string,
  { labels, takesFeedback }: Pick<StepWait, 'labels' | 'takesFeedback'>,
): Omit<Choice, 'startNodeId'> | undefined {
  const written = text.trim()
  const choices = [
    ['proceed', '1', labels.proceed],
    ['reject', '2', labels.reject],
  ] as const
  for (const [type, ...names] of choices) {
    for (const name of names) {
      const rest = afterName(written, name)
      if (rest === '' || (rest !== undefined && takesFeedback)) {
        return { type, ...(rest && { feedback: rest }) }
      }
    }
  }
  return undefined
}

/** The text after a name, which ends with it or goes on after a space or a mark. */
function afterName(text: string, name: string) {
  const isNamed = name !== '' && text.toLocaleLowerCase().startsWith(name.toLocaleLowerCase())
  const rest = text.slice(name.length)
  return isNamed && /^($|[\s.,:;!)-])/.test(rest) ? rest.replace(/^[\s.,:;!)-]+/, '') : undefined
}
