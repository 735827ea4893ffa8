import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFlowFiles } from '#server/testing/flow-corpus.ts'
import type { ExportedFlow, ExportedTool } from '#shared/export-import.ts'
import { emptyAccount, openTransfers } from './testing/transfer-world.ts'

// Everything Flowise ships, in the shape of a Flowise export; our own flows where those files are missing.

type Files = { name: string; file: string }[]

const sectionOf = { chatflows: 'ChatFlow', agentflows: 'AgentFlow', 'agentflows-v2': 'AgentFlowV2' } as const

function readCorpus() {
  const own = new Set(listFlowFiles('none').map(({ file }) => file))
  const theirs = (kind: string): Files => listFlowFiles(kind).filter(({ file }) => !own.has(file))
  const flows = Object.entries(sectionOf).map(([kind, section]) => [
    section,
    (kind === 'chatflows' ? listFlowFiles(kind) : theirs(kind)).map(({ name, file }) => ({
      name,
      flowData: readFileSync(file, 'utf8'),
    })),
  ])
  const tools = theirs('tools').map(({ file }) => JSON.parse(readFileSync(file, 'utf8')))
  return Object.fromEntries([...flows, ['Tool', tools]]) as Record<
    string,
    { name: string; flowData: string }[]
  >
}

test('is imported completely, exported in order, and imported again byte for byte', async () => {
  const { root } = await openTransfers()
  const corpus = readCorpus()

  const preview = await root.preview(corpus)
  const response = await root.importFile(corpus)
  const first = await root.exportText()
  await emptyAccount(root)
  await root.importFile(JSON.parse(first))

  expect(Object.values(preview.kinds).flatMap(({ refused: rejected }) => rejected)).toEqual([])
  expect(response.json()).toMatchObject({
    message: 'success',
    imported: { chatflow: corpus.ChatFlow?.length },
  })
  expect(await root.exportText()).toBe(first)

  const out = JSON.parse(first) as Record<string, (ExportedFlow & ExportedTool)[]>
  for (const section of [...Object.values(sectionOf), 'Tool']) {
    const names = (corpus[section] ?? []).map(({ name }) => name).toSorted()
    expect(out[section]?.map(({ name }) => name).toSorted()).toEqual(names)
  }
  for (const { name, flowData } of corpus.ChatFlow ?? []) {
    const before = JSON.parse(flowData)
    const after = JSON.parse(out.ChatFlow?.find((flow) => flow.name === name)?.flowData ?? '{}')
    expect(after.edges).toEqual(before.edges)
    expect(after.nodes.map(({ id }: { id: string }) => id)).toEqual(
      before.nodes.map(({ id }: { id: string }) => id),
    )
  }
  expect(first).not.toContain('FLOWISE_CREDENTIAL_ID')
})
