import { expect, test } from 'vitest'
import { readOpenAiDetails, readOpenAiFile, toCustom } from './open-ai-details.ts'

const theirs = {
  name: 'Stock counter',
  model: 'gpt-4o',
  instructions: 'Count the shelves.',
  temperature: 0.2,
  top_p: 1,
  tools: [
    { type: 'code_interpreter' },
    { type: 'file_search' },
    { type: 'function', function: { name: 'get_stock' } },
  ],
  tool_resources: {
    file_search: { files: [{ id: 'a' }, { id: 'b' }] },
    code_interpreter: { file_ids: ['c'] },
  },
}

test('stored settings of OpenAI are read', () => {
  expect(readOpenAiDetails(JSON.stringify(theirs))).toMatchObject({
    name: 'Stock counter',
    tools: ['code_interpreter', 'file_search'],
    functions: ['get_stock'],
    ...{ searchFiles: 2, codeFiles: 1, vectorStoreId: '' },
  })
  expect(readOpenAiDetails('{"tools":"none"}')).toMatchObject({
    name: 'Assistant',
    tools: [],
    searchFiles: 0,
    codeFiles: 0,
  })
})

test('model, instructions and credential move to a custom assistant', () => {
  expect(toCustom(readOpenAiDetails(JSON.stringify(theirs)), 'a-key')).toMatchObject({
    name: 'Stock counter',
    instruction: 'Count the shelves.',
    chatModel: {
      name: 'chatOpenAI',
      inputs: { modelName: 'gpt-4o', temperature: 0.2, topP: 1 },
      credential: 'a-key',
    },
  })
})

test('assistants are found in a whole export, in one row and as details alone', () => {
  const row = { details: JSON.stringify(theirs) }

  expect(readOpenAiFile(JSON.stringify({ AssistantOpenAI: [row, row] }))).toHaveLength(2)
  expect(readOpenAiFile(JSON.stringify({ AssistantAzure: [row] }))).toEqual([{ ...row, type: 'AZURE' }])
  expect(readOpenAiFile(JSON.stringify({ ...row, type: 'AZURE' }))).toEqual([{ ...row, type: 'AZURE' }])
  expect(readOpenAiFile(JSON.stringify(row))).toEqual([{ ...row, type: 'OPENAI' }])
  expect(readOpenAiFile(JSON.stringify(theirs))).toHaveLength(1)
  expect(readOpenAiFile('{"nodes":[]}')).toEqual([])
})
