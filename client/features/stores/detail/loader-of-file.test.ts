import { expect, test } from 'vitest'
import { aNode } from '#client/components/node-form/a-node.ts'
import { loaderOfFile } from './loader-of-file.ts'

const loaders = [
  aNode({
    name: 'elsewhere',
    inputs: [{ name: 'file', label: 'File', type: 'file', fileType: '.pdf' }],
    credential: { name: 'credential', label: 'Key', type: 'credential', credentialNames: ['key'] },
  }),
  aNode({ name: 'pdfFile', inputs: [{ name: 'pdfFile', label: 'PDF', type: 'file', fileType: '.pdf' }] }),
  aNode({ name: 'textFile', inputs: [{ name: 'txt', label: 'Text', type: 'file', fileType: '.txt, .md' }] }),
]

test('a file gets the loader of its extension, which runs on this server', () => {
  expect(loaderOfFile('Terms 2.1.PDF', loaders)).toMatchObject({
    loader: { name: 'pdfFile' },
    input: 'pdfFile',
  })
  expect(loaderOfFile('notes.md', loaders)).toMatchObject({ loader: { name: 'textFile' }, input: 'txt' })
})

test('a file without a known extension has none', () => {
  expect(loaderOfFile('archive.zip', loaders)).toBeUndefined()
  expect(loaderOfFile('README', loaders)).toBeUndefined()
})
