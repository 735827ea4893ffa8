import { describe, expect, test } from 'vitest'
import type { LoadPorts } from '#server/engine/define-node.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { createLoader } from '#server/testing/loader-service.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { openFake, type ReceivedRequest } from '#server/upstream/vector-stores/testing/fakes.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'

const folder = 'application/vnd.google-apps.folder'
const document = 'application/vnd.google-apps.document'

describe('googleDrive', () => {
  const files: Record<string, object[]> = {
    top: [
      { id: 'doc', name: 'Hours', mimeType: document, webViewLink: 'https://docs.google.com/doc' },
      { id: 'photo', name: 'a.png', mimeType: 'image/png' },
      { id: 'below', name: 'More', mimeType: folder },
    ],
    below: [
      { id: 'note', name: 'note.txt', mimeType: 'text/plain', modifiedTime: '2026-01-01' },
      { id: 'top', name: 'Loop', mimeType: folder },
    ],
  }

  test('reads the files of a folder and its subfolders, and exports documents as Markdown', async () => {
    const { load, requested } = await aGoogle(driveOf(files))

    const documents = await load('googleDrive', { folderId: 'top', includeSubfolders: true })

    expect(documents).toEqual([
      {
        pageContent: '# Museum\nOpen at ten.',
        metadata: {
          source: 'https://docs.google.com/doc',
          fileId: 'doc',
          fileName: 'Hours',
          mimeType: document,
          heading: 'Museum',
        },
      },
      {
        pageContent: 'Free on Mondays.',
        metadata: {
          source: 'https://drive.google.com/file/d/note',
          fileId: 'note',
          fileName: 'note.txt',
          mimeType: 'text/plain',
          modifiedTime: '2026-01-01',
        },
      },
    ])
    expect(requested.every(({ headers }) => headers.authorization === 'Bearer access')).toBe(true)
    expect(
      await load('googleDrive', { folderId: 'top', includeSubfolders: true, maxFiles: '1' }),
    ).toHaveLength(1)
    expect(await load('googleDrive', { folderId: 'top', fileTypes: '["text/plain"]' })).toEqual([])
  })

  test('reads the selected files', async () => {
    const { load } = await aGoogle(driveOf(files))

    expect(await load('googleDrive', { selectedFiles: '["note"]' })).toMatchObject([
      { pageContent: 'Free on Mondays.' },
    ])
    await expect(load('googleDrive', {})).rejects.toThrow('Select files of Google Drive')
    await expect(load('googleDrive', { folderId: "x' or '1" })).rejects.toThrow(
      'is not the id of a Google Drive folder',
    )
  })

  test('lists files to choose from', async () => {
    const { fetch, requested } = await aGoogle(driveOf(files))
    const list = catalogue.get('googleDrive')?.loadMethods?.listFiles
    const ports = { fetch } as LoadPorts

    const credential = { clientId: 'client', clientSecret: 'secret', refresh_token: 'refresh' }

    expect(await list?.({ credential, inputs: {}, ports })).toContainEqual({ name: 'doc', label: 'Hours' })
    expect(new URL(requested.at(-1)?.path ?? '', 'http://x').searchParams.get('q')).toContain(
      "mimeType = 'application/pdf'",
    )
    expect(await list?.({ credential: undefined, inputs: {}, ports })).toEqual([])
  })

  test('reports a rejected refresh token without the secret', async () => {
    const { load } = await aGoogle(() => ({ body: {} }), {
      status: 400,
      body: { error: 'invalid_grant refresh' },
    })

    await expect(
      load('googleDrive', { folderId: 'top' }, { refresh_token: 'a-long-refresh-token' }),
    ).rejects.toThrow('Google Drive answered 400: invalid_grant')
  })
})

describe('googleSheets', () => {
  const values = [['Dish', 'Price'], ['Soup', 4.5], [], ['Tea'], ['Cake', 3, 'new']]
  const answer = ({ path }: ReceivedRequest) => ({
    body: path.includes('/values/')
      ? { values }
      : {
          properties: { title: 'Menu' },
          sheets: [{ properties: { title: 'It’s winter' } }, { properties: { title: "Bob's" } }],
        },
  })

  test('reads each row under the names of its columns', async () => {
    const { load, requested } = await aGoogle(answer)

    const rows = await load('googleSheets', {
      spreadsheetIds: '["abc"]',
      sheetNames: "Bob's",
      range: 'A1:C9',
    })

    expect(rows.map(({ pageContent, metadata }) => [pageContent, metadata.rowNum])).toEqual([
      ['Dish: Soup\nPrice: 4.5', 2],
      ['Dish: Tea', 4],
      ['Dish: Cake\nPrice: 3\nColumn 3: new', 5],
    ])
    expect(rows[0]?.metadata).toEqual({
      source: 'https://docs.google.com/spreadsheets/d/abc',
      title: 'Menu',
      worksheet: "Bob's",
      rowNum: 2,
    })
    expect(decodeURIComponent(requested.at(-1)?.path ?? '')).toBe(
      "/v4/spreadsheets/abc/values/'Bob''s'!A1:C9?valueRenderOption=FORMATTED_VALUE",
    )
  })

  test('reads all sheets, and rows without a header', async () => {
    const { load } = await aGoogle(answer)

    const rows = await load('googleSheets', { spreadsheetIds: '["abc"]', includeHeaders: false })

    expect(rows).toHaveLength(8)
    expect(rows[1]?.pageContent).toBe('Soup | 4.5')
    await expect(load('googleSheets', { spreadsheetIds: '["abc"]', sheetNames: 'Summer' })).rejects.toThrow(
      'Menu has no sheet named Summer.',
    )
  })
})

function driveOf(files: Record<string, object[]>) {
  const contents: Record<string, string> = { doc: '# Museum\nOpen at ten.', note: 'Free on Mondays.' }
  return ({ path }: ReceivedRequest): Answer => {
    const { pathname, searchParams } = new URL(path, 'http://x')
    const [, id = '', action] = /\/files\/([^/]+)(\/export)?$/.exec(pathname) ?? []
    if (action || searchParams.get('alt') === 'media') {
      return { body: contents[id] }
    }
    if (id !== '') {
      return {
        body: Object.values(files)
          .flat()
          .find((file) => 'id' in file && file.id === id),
      }
    }
    const [, parent] = /'(\w+)' in parents/.exec(searchParams.get('q') ?? '') ?? []
    return { body: { files: parent ? files[parent] : Object.values(files).flat() } }
  }
}

type Answer = { status?: number; body: unknown }

/** Google's token endpoint takes a form, its APIs JSON. */
async function aGoogle(
  answer: (requested: ReceivedRequest) => Answer,
  { status, body }: { status: number; body: unknown } = { status: 200, body: { access_token: 'access' } },
) {
  const tokens = await listen((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const fake = await openFake(answer)
  const { fetch, world } = await openLibrary({
    'oauth2.googleapis.com': tokens.origin,
    'www.googleapis.com': fake.origin,
    'sheets.googleapis.com': fake.origin,
  })
  return { load: createLoader({ ...world, fetch }), fetch, requested: fake.requested }
}
