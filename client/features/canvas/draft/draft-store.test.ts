import { expect, test } from 'vitest'
import { emptyGraph } from '../graph/flow-graph.ts'
import { createCanvasStore } from '../store/canvas-store.ts'
import { createMirror, type DeviceDraft, draftKey } from './draft-store.ts'

function slowDevice() {
  const drafts = new Map<string, string>()
  let proceed = () => {}
  const gate = new Promise<void>((resolve) => {
    proceed = resolve
  })
  return {
    drafts,
    goOn: () => proceed(),
    device: {
      async storeDraft({ key, name }: DeviceDraft) {
        await gate
        drafts.set(key, name)
      },
      async forgetDraft(key: string) {
        drafts.delete(key)
      },
    },
  }
}

function openNew() {
  const canvas = createCanvasStore()
  canvas.getState().open({ ...emptyGraph, name: 'Desk' }, undefined)
  const slow = slowDevice()
  const mirror = createMirror({
    canvas,
    owner: () => 'ada',
    write: () => '{}',
    base: () => 1,
    device: slow.device,
  })
  const save = () => canvas.getState().markSaved({ id: 'f1', type: 'CHATFLOW', updatedDate: '' }, 0)
  return { ...slow, mirror, save }
}

test('a draft written during the first save of the flow is not offered again', async () => {
  const { mirror, drafts, goOn, save } = openNew()

  const saved = mirror.save()
  const late = mirror.save()
  save()
  const forgotten = mirror.forgetNew()
  goOn()
  await Promise.all([saved, late, forgotten])

  expect(drafts.has(draftKey('ada', undefined))).toBe(false)
})

test('a draft stored after the first save uses the key of the saved flow', async () => {
  const { mirror, drafts, goOn, save } = openNew()
  goOn()

  expect(await mirror.save()).toBe(true)
  expect([...drafts.keys()]).toEqual([draftKey('ada', undefined)])
  save()
  await Promise.all([mirror.save(), mirror.forgetNew()])

  expect([...drafts.keys()]).toEqual([draftKey('ada', 'f1')])
})
