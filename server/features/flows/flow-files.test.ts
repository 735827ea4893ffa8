import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { FlowDraft } from '#shared/flow-versions.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { openStudio } from './testing/open-studio.ts'

const menu = uploadOf('menu.txt', 'Soup of the day: lentil')

test('however a flow is saved, its uploads become files of that flow, referenced by name', async () => {
  const { ada, id, write, draft, answering, services, app } = await openStudio()
  const shown = async () => fileIn((await draft()).flowData)

  await write('saveDraft', { base: 0, flowData: flowWith(menu) })
  expect(await shown()).toBe('FILE-STORAGE::["menu.txt"]')
  await write('versions.save', { base: 1, flowData: flowWith(uploadOf('a.txt', 'a')), message: 'kept' })
  expect(await shown()).toBe('FILE-STORAGE::["a.txt"]')
  await write('publish', { base: 2, flowData: flowWith(uploadOf('b.txt', 'b')) })
  expect(fileIn((await answering()).flowData)).toBe('FILE-STORAGE::["b.txt"]')
  await write('versions.keep', { flowData: flowWith(uploadOf('c.txt', 'c')), reason: 'before-replace' })
  const body = { flowData: flowWith(uploadOf('d.txt', 'd')) }
  const put = (await ada.call('PUT', `/chatflows/${id}`, body)).json<SavedFlow>()
  expect(fileIn(put.flowData)).toBe('FILE-STORAGE::["d.txt"]')
  const [first] = (await services.flows.versions.list(ada.user.id, id)).toReversed()
  await write('versions.restore', {
    versionId: first?.id,
    base: 4,
    flowData: flowWith(uploadOf('e.txt', 'e')),
  })

  for (const name of ['menu.txt', 'a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']) {
    expect((await services.files.open(id, name)).name).toBe(name)
  }
  for (const version of await services.flows.versions.list(ada.user.id, id)) {
    expect((await services.flows.versions.get(ada.user.id, id, version.id)).flowData).not.toContain('base64')
  }
  const created = await ada.call('POST', '/chatflows', {
    type: 'CHATFLOW',
    name: 'New',
    flowData: flowWith(menu),
  })
  expect(fileIn(created.json<SavedFlow>().flowData)).toBe('FILE-STORAGE::["menu.txt"]')
  const started = await app.inject({
    method: 'POST',
    url: '/trpc/flows.begin',
    payload: { name: 'Begun', flowData: flowWith(menu) },
    headers: ada.headers,
  })
  expect(fileIn(started.json().result.data.flowData)).toBe('FILE-STORAGE::["menu.txt"]')
})

test('several files are several names, the same file saved again is stored once, and a flow without uploads is unchanged', async () => {
  const { ada, write, draft, services, id, first } = await openStudio()
  const two = JSON.stringify([menu, uploadOf('list.txt', 'tea')])

  await write('saveDraft', { base: 0, flowData: flowWith(two) })
  await write('saveDraft', { base: 1, flowData: flowWith(two) })

  expect(fileIn((await draft()).flowData)).toBe('FILE-STORAGE::["menu.txt","list.txt"]')
  expect((await draft()).revision).toBe(2)
  const read = await (await services.files.open(id, 'menu.txt')).read()
  expect(Buffer.from(read).toString()).toBe('Soup of the day: lentil')
  const spaced = `${first} `
  const mention = spaced.replace('"nodes"', '"note":"data:text/plain;base64,AAAA","nodes"')
  const saved = await ada.call('PUT', `/chatflows/${id}`, { flowData: mention })
  expect(saved.json<SavedFlow>().flowData).toBe(mention)
})

test('only the owner can store files in a flow', async () => {
  const { write, eve, services, id } = await openStudio()

  const rejected = await write('saveDraft', { base: 0, flowData: flowWith(menu) }, eve)

  expect(rejected).toMatchObject({ code: 'NOT_FOUND' })
  await expect(services.files.open(id, 'menu.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an oversized file is rejected with the names of its node and field, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { ada, services } = await openStudio({ env: { DATA_DIR: folder } })
  await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Small', flowData: flowWith(menu) })
  const large = uploadOf('large.txt', 'x'.repeat(10 * 1_048_576 + 1))
  const flowData = flowWith(JSON.stringify([menu, large]))

  const rejected = await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Large', flowData })

  expect(rejected.json<ErrorBody>()).toMatchObject({
    code: 'TOO_LARGE',
    message: 'Menu: TXT File: large.txt is larger than 10 MB.',
  })
  const flows = await services.flows.summaries(ada.user.id, ['CHATFLOW'])
  expect(flows.map(({ name }) => name).toSorted()).toEqual(['Desk', 'Small'])
  expect(readdirSync(join(folder, 'files'))).toEqual(
    flows.flatMap(({ id, name }) => (name === 'Small' ? id : [])),
  )
})

test('a copy has its own files; a removed flow has none', async () => {
  const { ada, services, request, id, write, versions } = await openStudio()
  await ada.call('PUT', `/chatflows/${id}`, { flowData: flowWith(menu) })

  const copy = await request<SavedFlow>(ada, 'flows.duplicate', { id })
  const [newest] = await versions()
  const ofVersion = await write<FlowDraft>('versions.duplicate', { versionId: newest?.id, name: 'Copy' })
  expect((await ada.call('DELETE', `/chatflows/${id}`)).json()).toMatchObject({ affected: 1 })

  await expect(services.files.open(id, 'menu.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const flow of [copy, ofVersion]) {
    expect(fileIn(flow.flowData)).toBe('FILE-STORAGE::["menu.txt"]')
    expect((await services.files.open(flow.id, 'menu.txt')).name).toBe('menu.txt')
  }
})

test('a copy has the settings of its original, except those for access', async () => {
  const { ada, request, id, write, versions } = await openStudio()
  const settings = {
    category: 'shop;support',
    chatbotConfig: '{"starterPrompts":{"0":{"prompt":"Hi"}},"allowedOrigins":["https://a.example"]}',
    apiConfig: '{"rateLimit":{"status":true,"limitMax":3,"limitDuration":60,"limitMsg":"Slowly"}}',
    analytic: '{"langFuse":{"status":true,"credentialId":"c"}}',
    speechToText: '{"openAIWhisper":{"status":true,"credentialId":"c"}}',
    textToSpeech: '{"openai":{"status":true,"credentialId":"c","voice":"nova"}}',
    followUpPrompts: '{"status":true,"selectedProvider":"openai"}',
  }
  const changed = await ada.call('PUT', `/chatflows/${id}`, { ...settings, isPublic: true })
  expect(changed.json()).toMatchObject({ isPublic: true })

  const copy = await request<SavedFlow>(ada, 'flows.duplicate', { id })
  const [newest] = await versions()
  const { id: ofVersion } = await write<FlowDraft>('versions.duplicate', {
    versionId: newest?.id,
    name: 'Copy',
  })

  for (const flow of [copy.id, ofVersion]) {
    expect((await ada.call('GET', `/chatflows/${flow}`)).json()).toMatchObject({
      ...settings,
      ...{ isPublic: false, apikeyid: null, deployed: false },
    })
  }
})

test('exports and templates name no files; an import stores the files it contains, or none', async () => {
  const { ada, eve, services, id } = await openStudio()
  await ada.call('PUT', `/chatflows/${id}`, { flowData: flowWith(menu) })

  const kinds = { chatflow: true }
  const exported = (await ada.call('POST', '/export-import/export', kinds)).body
  const template = (await ada.call('POST', '/marketplaces/custom', { name: 'T', chatflowId: id })).body
  expect(exported).toContain('Desk')
  expect(exported + template).not.toMatch(/FILE-STORAGE|menu\.txt/)

  const brought = { id: 'brought', name: 'Brought', type: 'CHATFLOW', flowData: flowWith(menu) }
  const imported = await eve.call('POST', '/export-import/import', { ChatFlow: [brought] })
  expect(imported.json()).toMatchObject({ message: 'success' })
  const [flow] = (await eve.call('GET', '/chatflows')).json<SavedFlow[]>()
  expect(fileIn(flow?.flowData ?? '')).toBe('FILE-STORAGE::["menu.txt"]')
  expect((await services.files.open(flow?.id ?? '', 'menu.txt')).name).toBe('menu.txt')
})

test('deleting an account deletes the files of all its flows', async () => {
  const { ada, root, services, id } = await openStudio()
  await ada.call('PUT', `/chatflows/${id}`, { flowData: flowWith(menu) })

  expect((await root.call('DELETE', `/auth/users/${ada.user.id}`)).json()).toEqual({ success: true })

  await expect(services.files.open(id, 'menu.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

function uploadOf(name: string, text: string) {
  return `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:${name}`
}

function flowWith(txtFile: string) {
  const file = JSON.parse(aDemoFlow())
  const data = { id: 'textFile_0', name: 'textFile', label: 'Menu', inputs: { txtFile } }
  file.nodes.push({ id: 'textFile_0', type: 'customNode', position: { x: 0, y: 0 }, data })
  return JSON.stringify(file)
}

function fileIn(flowData: string) {
  const { nodes } = JSON.parse(flowData) as { nodes: { id: string; data: { inputs: { txtFile: string } } }[] }
  return nodes.find(({ id }) => id === 'textFile_0')?.data.inputs.txtFile
}
