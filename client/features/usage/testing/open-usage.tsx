// Fetched with the test file, or the first test would wait for what every visitor's browser loads once.
import '../usage-screen.tsx'
import { expect, vi } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { SavedFlow } from '#shared/flows.ts'

type Options = Pick<Parameters<typeof renderApp>[1], 'around' | 'language'> & {
  path?: string
  /** How many answers each flow gives before the screen opens. */
  answers?: Record<string, number>
}

/** Usage & Billing of ada, who is no ADMIN, after real runs in the sandbox. */
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

/** What is handed to the browser as a file: its text, once it has been. */
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
