import { expect, test, vi } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { DAY_MS } from '#shared/dates.ts'
import { createUploadSpace } from './upload-space.ts'

const CONFLICT = { code: 'TOO_LARGE' }

/** Processes with one database and one folder, each with its own services. `fillFor` delays what is stored. */
async function openProcesses(count: number) {
  let time = Date.now()
  const { store, signUp } = await createTestApp()
  const root = await signUp('root')
  const flowData = JSON.stringify(aConversationFlow())
  const flowId: string = (
    await root.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Plates', flowData })
  ).json().id
  type Folder = { name: string; files: number; bytes: number; changedAt: number }
  const stored = { owner: new Map<string, Folder>(), guests: new Map<string, Folder>() }
  const limits = { owner: { files: 5, bytes: 1_000 }, guests: { files: 3, bytes: 30 } }
  const counted = vi.fn()
  const openFolder = () => ({
    async listFolders(party: 'owner' | 'guests') {
      counted()
      return [...stored[party].values()].map((folder) => ({ ...folder }))
    },
    removeFolder: async (name: string) => void stored.guests.delete(name),
  })
  const processes = Array.from({ length: count }, () => {
    const space = createUploadSpace({ store, now: () => new Date(time), limits, openFolder })
    async function put(party: 'owner' | 'guests', name: string, bytes: number) {
      await space.reserve(flowId, party, bytes)
      const folder = stored[party].get(name) ?? { name, files: 0, bytes: 0, changedAt: time }
      stored[party].set(name, { ...folder, files: folder.files + 1, bytes: folder.bytes + bytes })
    }
    return { ...space, put }
  })
  const [first, second = first] = processes
  if (!first || !second) {
    throw new Error('A process is required.')
  }
  const wait = (ms: number) => {
    time += ms
  }
  return { flowId, first, second, processes, stored, counted, wait }
}

test('visitors share one quota, across conversations, processes and concurrent uploads', async () => {
  const { first, processes, stored } = await openProcesses(4)

  const sent = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => processes[index % 4]?.put('guests', `chat${index}`, 10)),
  )

  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(stored.guests.size).toBe(3)
  await expect(first.put('guests', 'new', 1)).rejects.toMatchObject({
    ...CONFLICT,
    message: expect.stringContaining('visitor files'),
  })
  await first.put('owner', 'mine', 900)
  await expect(first.put('owner', 'mine', 101)).rejects.toMatchObject(CONFLICT)
})

test('after a day the oldest conversations of visitors are evicted once, by whichever process needs space', async () => {
  const { first, second, stored, wait } = await openProcesses(2)
  await first.put('owner', 'mine', 10)
  for (const name of ['one', 'two', 'three']) {
    await first.put('guests', name, 10)
    wait(1_000)
  }
  await expect(first.put('guests', 'four', 10)).rejects.toMatchObject(CONFLICT)
  wait(DAY_MS)

  await Promise.all([first.put('guests', 'four', 10), second.put('guests', 'five', 10)])

  expect([...stored.guests.keys()].toSorted()).toEqual(['five', 'four', 'three'])
  expect(stored.owner.size).toBe(1)
})

test('files of before are counted once, and space of a failed upload is free again', async () => {
  const { flowId, first, second, stored, counted } = await openProcesses(2)
  stored.owner.set('old', { name: 'old', files: 2, bytes: 600, changedAt: 0 })

  await first.reserve(flowId, 'owner', 400)
  await expect(second.reserve(flowId, 'owner', 1)).rejects.toMatchObject(CONFLICT)
  await first.release(flowId, 'owner', 400)
  counted.mockClear()
  await second.reserve(flowId, 'owner', 400)

  expect(counted).not.toHaveBeenCalled()
})

test('space that a process reserved before it died is found again, but not while a file may still come', async () => {
  const { flowId, first, second, wait } = await openProcesses(2)
  await first.reserve(flowId, 'owner', 1_000)

  await expect(second.reserve(flowId, 'owner', 1_000)).rejects.toMatchObject(CONFLICT)
  wait(6 * 60_000)

  await second.reserve(flowId, 'owner', 1_000)
})

test('the space of removed files is free again at once', async () => {
  const { flowId, first, second, stored } = await openProcesses(2)
  await first.put('owner', 'mine', 900)
  stored.owner.clear()
  await first.recountLater(flowId)

  await second.put('owner', 'mine', 900)
})
