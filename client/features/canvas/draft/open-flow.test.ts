import { expect, test } from 'vitest'
import type { DeviceDraft } from './draft-store.ts'
import { chooseDraft } from './open-flow.ts'

const aDraft = (base: number, synced: boolean): DeviceDraft => ({
  key: 'ada:flow',
  name: 'Desk',
  flowData: '{}',
  base,
  synced,
  at: '2026-11-21T10:00:00.000Z',
})
const server = { revision: 5, name: 'Desk', flowData: '{"nodes":[]}' }

test.each([
  ['nothing here: the server’s', undefined, { from: 'server', steps: undefined }],
  ['work the server has not seen: the device’s', aDraft(5, false), { from: 'device' }],
  ['worked on here and elsewhere: the user decides', aDraft(4, false), { from: 'both' }],
  [
    'the server has gone on: the server’s, without steps',
    aDraft(4, true),
    { from: 'server', steps: undefined },
  ],
])('%s', (_, device, choice) => {
  expect(chooseDraft(server, device)).toEqual(choice)
})

test('equal drafts: the server’s, with the undo steps of the device', () => {
  const device = aDraft(5, true)

  expect(chooseDraft(server, device)).toEqual({ from: 'server', steps: device })
})

test('a save whose response never came is no conflict', () => {
  const device = { ...aDraft(4, false), flowData: server.flowData }

  expect(chooseDraft(server, device)).toEqual({ from: 'server', steps: device })
  expect(chooseDraft(server, { ...device, name: 'Help desk' })).toEqual({ from: 'both' })
})
