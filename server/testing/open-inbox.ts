import { eq } from 'drizzle-orm'
import { conversations } from '#server/features/messages/conversations.table.ts'
import type { NewMessage } from '#server/features/messages/messages.service.ts'
import { users } from '#server/features/users/users.table.ts'
import { aDemoFlow } from './demo-flow.ts'
import { createTestApp } from './test-app.ts'

type Settings = NonNullable<Parameters<typeof createTestApp>[0]>

/** A shop with the account `ada`, another one with `eve`, and a moderator. Time is set by hand. */
export async function openInbox(settings: Settings = {}) {
  const clock = { ms: Date.parse('2026-11-20T12:00:00Z') }
  const world = await createTestApp({ ...settings, now: () => new Date(clock.ms) })
  const root = await world.signUp('root')
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const mod = await world.signUp('mod')
  const { store, app, services } = world
  await store.transaction((tx) =>
    tx.update(users).set({ role: 'MODERATOR' }).where(eq(users.id, mod.user.id)),
  )
  const createFlow = async (owner: typeof ada, name: string, more: object = {}) => {
    const flow = { type: 'CHATFLOW', name, flowData: aDemoFlow(), ...more }
    return (await owner.call('POST', '/chatflows', flow)).json<{ id: string }>().id
  }
  const flowId = await createFlow(ada, 'Shop')
  let count = 0

  /** A message of a visitor, one minute after the one before it. */
  async function write(chatId: string, content: string, { platform = 'web', ...more }: Written = {}) {
    count += 1
    clock.ms += 60_000
    const row: NewMessage = {
      ...{ id: `message-${count}`, flowId, userId: ada.user.id, chatId, sessionId: chatId },
      ...{ memoryType: null, chatType: 'EXTERNAL', content, extras: null, leadEmail: null },
      ...{ runId: null, createdDate: new Date(clock.ms) },
      ...more,
    }
    const { fence } = await store.transaction((tx) => services.messages.insertQuestion(tx, row, platform))
    return { id: row.id, fence, row }
  }

  /** A message of a visitor and its answer. */
  async function talk(chatId: string, question: string, answer: string, more: Written = {}) {
    const { id, fence, row } = await write(chatId, question, more)
    const reply = { ...row, id: `${id}-answer`, content: answer }
    await store.transaction((tx) => services.messages.insertAnswer(tx, reply, fence))
    return reply.id
  }

  const mark = (chatId: string, changes: Partial<typeof conversations.$inferSelect>) =>
    store.transaction((tx) => tx.update(conversations).set(changes).where(eq(conversations.chatId, chatId)))

  const read = async <Value>(path: string, input: object, { headers } = ada): Promise<Value> => {
    const query = { input: JSON.stringify(input) }
    const body = (await app.inject({ url: `/trpc/${path}`, query, headers })).json()
    return (body.result?.data ?? body.error.data.error) as Value
  }
  const change = async <Value>(path: string, payload: object, { headers } = ada): Promise<Value> => {
    const body = (await app.inject({ method: 'POST', url: `/trpc/${path}`, payload, headers })).json()
    return (body.error ? body.error.data.error : body.result.data) as Value
  }
  return { ...world, root, ada, eve, mod, flowId, clock, createFlow, write, talk, mark, read, change }
}

type Written = Partial<NewMessage> & { platform?: string }
