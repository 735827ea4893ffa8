import type { Store } from '#server/db/store.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { StepWait } from '#shared/runs.ts'
import type { ChannelRow, ChatRow, EventRow } from './channels.table.ts'
import { readButtonId } from './lay-out-message.ts'
import { readAction } from './message-content.ts'
import * as partRows from './parts.repository.ts'

type Deps = {
  store: Store
  runs: Pick<RunsService, 'newest' | 'waitsOf'>
  messages: Pick<MessagesService, 'findConversation'>
}
type Place = { chat: ChatRow; channel: ChannelRow }

export type Choice = { type: 'proceed' | 'reject'; feedback?: string; startNodeId: string }

/** The replies of visitors to runs that wait. */
export function createVisitorChoices({ store, runs, messages }: Deps) {
  /**
   * What a message chooses in the run that waits in this conversation. `closed`: a button of a question that is no longer
   * open. Undefined for any other message, and where an operator decides.
   */
  async function read(
    place: Place,
    { text, buttonId }: Pick<EventRow, 'text' | 'buttonId'>,
  ): Promise<{ runId: string; choice: Choice } | 'closed' | undefined> {
    const { flowId, chatId } = placeOf(place)
    const conversation = await messages.findConversation(store.db, { flowId, chatId })
    if (conversation?.isAiOff !== false) {
      return undefined
    }
    const open = await findOpen(flowId, chatId)
    const choice =
      buttonId === null ? open && readChoice(text, open.wait) : await readButton(buttonId, open?.wait)
    if (!open || !choice) {
      return buttonId === null ? undefined : 'closed'
    }
    return { runId: open.runId, choice: { ...choice, startNodeId: open.nodeId } }
  }

  async function findOpen(flowId: string, chatId: string) {
    const run = await runs.newest(flowId, chatId)
    const [open] = run?.state === 'waiting' ? await runs.waitsOf(run.id) : []
    return run && open && mayChoose(open.wait) ? { ...open, runId: run.id } : undefined
  }

  async function readButton(buttonId: string, wait: StepWait | undefined) {
    const { messageId = '', index } = readButtonId(buttonId) ?? {}
    const extras = (await partRows.findExtras(store.db, messageId)) ?? null
    const isOfWait = wait !== undefined && readAction({ extras })?.id === wait.id
    return isOfWait ? ({ type: index === 0 ? 'proceed' : 'reject' } as const) : undefined
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
