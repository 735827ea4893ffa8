import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { channelEvents } from '#server/features/channels/channels.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import { answerOf, hasAttachment, isChoice, type Message, NOTE, noteOf } from './channel-load.ts'
import type { Answer } from './channel-receiver.ts'

/** Each message is answered once, those of a conversation in their order, and those that return a file with it. */
export function findAnswerIssues(answers: readonly Answer[], acknowledged: readonly Message[]): string[] {
  const chats = Map.groupBy(answers, ({ chat }) => chat)
  return [...Map.groupBy(acknowledged, ({ chat }) => chat)].flatMap(([chat, asked]) => {
    const found = chats.get(chat) ?? []
    const expected = asked.toSorted((a, b) => a.place - b.place)
    const isRight =
      found.length === expected.length && expected.every((message, at) => isAnswerTo(found[at], message))
    return isRight ? [] : [`${chat}: ${asked.length} messages, answers ${JSON.stringify(found)}`]
  })
}

function isAnswerTo(answer: Answer | undefined, message: Message) {
  const names = answer?.attachments.map(({ name }) => name) ?? []
  const isComplete = message.talk === 'media' ? names.length === 1 && names[0] === NOTE : names.length === 0
  return isComplete && answerOf(message).every((words) => answer?.text.includes(words))
}

/** Files of answers open without signing in. */
export async function findLinkIssues(answers: readonly Answer[], url: string): Promise<string[]> {
  const issues: string[] = []
  for (const { chat, attachments } of answers) {
    for (const attachment of attachments) {
      const { pathname, search } = new URL(attachment.url)
      const response = await fetch(url + pathname + search)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (!bytes.equals(noteOf(chat))) {
        issues.push(`${chat}: the file of its answer opens with ${response.status}, ${bytes.length} bytes`)
      }
    }
  }
  return issues
}

/** Nothing is open, the ledger is sound, and every stored file belongs to one message. */
export async function findStoredIssues(folder: string, acknowledged: readonly Message[]): Promise<string[]> {
  const store = openSqlite(join(folder, 'flowtill.db'))
  try {
    const { db } = store
    const openRuns = await db.select().from(runs).where(eq(runs.state, 'running'))
    const openHolds = await db.select().from(holds).where(eq(holds.status, 'open'))
    const pending = await db.select().from(channelEvents).where(eq(channelEvents.state, 'pending'))
    const failed = await db.select().from(channelEvents).where(eq(channelEvents.state, 'failed'))
    const asked = acknowledged.filter((message) => !isChoice(message))
    const questions = await db.select().from(messages).where(eq(messages.role, 'userMessage'))
    const named = questions.flatMap(({ extras }) => extras?.fileUploads ?? [])
    const expected = acknowledged.filter(hasAttachment)
    const files = listFiles(join(folder, 'uploads'))
    const contents = new Set(files.map((path) => readFileSync(path, 'utf8')))
    return [
      ...(await checkLedger(db)).map(({ rule, id }) => `${rule} (${id})`),
      ...openRuns.map(({ id }) => `run ${id} is still open`),
      ...openHolds.map(({ reference }) => `${reference} is still held`),
      ...pending.map(({ eventKey }) => `${eventKey} is still pending`),
      ...failed.map(({ eventKey, error }) => `${eventKey} has failed: ${error}`),
      ...(questions.length === asked.length
        ? []
        : [`${questions.length} questions are stored, not ${asked.length}`]),
      ...(named.length === expected.length
        ? []
        : [`messages name ${named.length} files, not ${expected.length}`]),
      ...(files.length === expected.length
        ? []
        : [`${files.length} files are stored, not ${expected.length}`]),
      ...expected.flatMap(({ chat }) =>
        contents.has(noteOf(chat).toString()) ? [] : [`the note of ${chat} is lost`],
      ),
    ]
  } finally {
    await store.close()
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )
}
