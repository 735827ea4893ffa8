import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { describeNode } from '#server/engine/describe-node.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { placeNode } from '#shared/nodes.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'

function aScraper(inputs: Record<string, unknown>) {
  const definition = catalogue.get('cheerioWebScraper')
  const data = definition && placeNode(describeNode(definition), 'cheerioWebScraper_0')
  const node = {
    id: 'cheerioWebScraper_0',
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: { ...data, inputs: { ...data?.inputs, ...inputs } },
  }
  return JSON.stringify({ nodes: [node], edges: [] })
}

test('pages are fetched, edited, cleared and stored in Flowise format, in one step', async () => {
  const site = await listen((request, response) => {
    const isThere = request.url === '/' || request.url === '/hours'
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' }).end('<a href="/hours">Hours</a>')
  })
  const env = { OUTGOING_ALLOW: new URL(site.origin).host }
  const { user, stored } = await openCanvas({ flowData: aScraper({ url: 'https://old.example' }), env })
  const inputs = async () => (await stored()).nodes[0].data.inputs
  const open = async (name: RegExp) => {
    const node = within(await card('cheerioWebScraper_0'))
    await user.click(node.getByRole('button', { name }))
    return within(await screen.findByRole('dialog', { name: 'Manage links' }))
  }

  let dialog = await open(/Manage links/)
  fireEvent.change(dialog.getByLabelText('URL'), { target: { value: site.origin } })
  await user.click(dialog.getByText('Fetch links'))
  await dialog.findByText('2 pages found. 2 links chosen')
  await user.click(dialog.getByLabelText('Remove link 1'))
  await user.click(dialog.getByText('Add a link'))
  fireEvent.change(dialog.getByLabelText('Link 2'), { target: { value: 'museum' } })
  await user.click(dialog.getByText('Save links'))
  expect(dialog.getByRole('alert').textContent).toContain('Enter a full URL')
  fireEvent.change(dialog.getByLabelText('Link 2'), { target: { value: 'https://museum.example/a' } })
  await user.click(dialog.getByText('Save links'))

  await waitFor(async () =>
    expect(await inputs()).toMatchObject({
      url: site.origin,
      relativeLinksMethod: 'webCrawl',
      selectedLinks: [`${site.origin}/hours`, 'https://museum.example/a'],
    }),
  )
  dialog = await open(/2 links chosen/)
  await user.click(dialog.getByText('Clear all'))
  await user.click(dialog.getByText('Save links'))
  await waitFor(async () => expect(await inputs()).toMatchObject({ selectedLinks: [] }))
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(async () => expect((await inputs()).selectedLinks).toHaveLength(2))
})
