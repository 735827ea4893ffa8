import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findAnswerIssues, findLinkIssues, findStoredIssues } from './channel-issues.ts'
import {
  connectChannels,
  deliver,
  hasAttachment,
  isChoice,
  MESSAGES_PER_CHAT,
  type Message,
  talks,
} from './channel-load.ts'
import { startReceiver } from './channel-receiver.ts'
import { sendJson } from './send-json.ts'
import { startKillable } from './start-killable.ts'

/** Between two messages of people: twenty a second, as long as few of them wait for an answer. */
const MESSAGE_MS = 50
const MAX_WAITING = 60
/** However slow the machine is. */
const FIRST_ANSWER_MS = 20_000
const SETTLE_MS = 180_000
const LOOK_MS = 50
/** One in so many kills finds a channel paused, and the next one in the middle of its resumption. */
const PAUSED = 6

type Options = { kills: number; entry: string; report?: (line: string) => void }

/**
 * Repeatedly kills the product while messages of channels come in, with and without files. Every acknowledged message must be
 * answered once, those of a conversation in their order, and no file may be lost or left behind. Messages and answers are
 * recorded outside the product.
 */
export async function crashChannels({ kills, entry, report = () => undefined }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-channels-'))
  const receiver = await startReceiver()
  const start = () => startKillable(entry, { DATA_DIR: folder, OUTGOING_ALLOW: receiver.host })
  const acknowledged: Message[] = []
  const sending = new Set<Promise<void>>()
  let { child, url } = await start()
  let isOver = false
  const settled = new AbortController()
  try {
    const { channels, headers } = await connectChannels(url, receiver.host)
    const talk = async (number: number) => {
      const kind = talks[number % talks.length] ?? 'text'
      const chat = `chat-${number}`
      for (let place = 0; place < MESSAGES_PER_CHAT; place += 1) {
        // A choice can be made once it has been offered.
        const isOffered = () => receiver.answers().some((answer) => answer.chat === chat)
        await (kind === 'choice' && place > 0 && until(isOffered, settled.signal))
        const message: Message = { talk: kind, chat, place }
        await deliver(() => url, channels, receiver.host, message)
        acknowledged.push(message)
      }
    }
    const people = (async () => {
      for (let number = 0; !isOver; number += 1) {
        const talking = talk(number).finally(() => sending.delete(talking))
        sending.add(talking)
        await pause(MESSAGE_MS * MESSAGES_PER_CHAT)
        await until(() => isOver || acknowledged.length - receiver.answers().length < MAX_WAITING)
      }
    })()
    const change = (path: 'pause' | 'resume') =>
      sendJson(`${url}/trpc/channels.${path}`, { id: channels.text.id }, headers)
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(100 + Math.random() * 2_000)
      // Every second kill finds the product answering; the others may hit the start.
      const count = receiver.answers().length
      const isAnswering = () => receiver.answers().length > count
      await (kill % 2 === 0 &&
        until(isAnswering, AbortSignal.timeout(FIRST_ANSWER_MS)).catch(() => undefined))
      await (kill % PAUSED === 0 && change('pause'))
      await (kill % PAUSED === 1 && kill > 1 && change('resume'))
      child.kill('SIGKILL')
      await once(child, 'exit')
      ;({ child, url } = await start())
      report(`kill ${kill}: ${acknowledged.length} messages, ${receiver.answers().length} answers`)
    }
    await change('resume')
    isOver = true
    const deadline = setTimeout(
      () => settled.abort(new Error('Some messages are not answered.')),
      SETTLE_MS,
    ).unref()
    await people
    await Promise.all(sending)
    await until(() => receiver.answers().length >= acknowledged.length, settled.signal).catch(() => undefined)
    clearTimeout(deadline)
    // An answer too many may come a little later.
    await pause(1_000)
    const issues = findAnswerIssues(receiver.answers(), acknowledged)
    issues.push(...(await findLinkIssues(receiver.answers(), url)))
    child.kill('SIGTERM')
    await once(child, 'exit')
    issues.push(...(await findStoredIssues(folder, acknowledged)))
    if (issues.length > 0) {
      throw new Error(issues.join('\n'))
    }
    return {
      ...{ messages: acknowledged.length, answers: receiver.answers().length, repeated: receiver.repeated() },
      received: acknowledged.filter(hasAttachment).length,
      returned: receiver.answers().reduce((sum, { attachments }) => sum + attachments.length, 0),
      chosen: acknowledged.filter(isChoice).length,
    }
  } finally {
    isOver = true
    child.kill('SIGKILL')
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Throws the reason of the signal. */
async function until(isReached: () => boolean, signal?: AbortSignal) {
  while (!isReached()) {
    signal?.throwIfAborted()
    await pause(LOOK_MS)
  }
}
