// Imported with the test file, so that the first test does not wait for the lazy chunk.
import '../usage-screen.tsx'
import { expect, vi } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { SavedFlow } from '#shared/flows.ts'

type Options = Pick<Parameters<typeof renderApp>[1], 'around' | 'language'> & {
  path?: string
  answers?: Record<string, number>
}

export async function openUsage({ path = '/app/usage-billing', answers = {}, ...options }: Options = {}) {
  const test = await createTestApp({ listen: true })
  const root = await test.signUp('root')
  const ada = await test.signUp('ada')
  const flows: Record<string, SavedFlow> = {}
  for (const [name, count] of Object.entries(answers)) {
    const created = await ada.call('POST', '/chatflows', { name, flowData: aDemoFlow(), type: 'CHATFLOW' })
    const flow = created.json<SavedFlow>()
    flows[name] = flow
    for (let turn = 0; turn < count; turn += 1) {
      await ada.call('POST', `/prediction/${flow.id}`, { question: 'When does the museum open?' })
    }
  }
  const view = await renderApp(path, { app: test.app, session: ada, ...options })
  return { ...test, ...view, root, ada, flows }
}

export function catchDownload() {
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:caught'
  })
  return async () => {
    await expect.poll(() => blobs.length, { message: 'Nothing was downloaded.' }).toBeGreaterThan(0)
    return Buffer.from((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer()).toString('utf8')
  }
}
