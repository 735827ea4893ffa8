import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOfTheirs } from '#server/testing/flow-corpus.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { findIssues, readRows, rowsFromJson, writeRows } from './schema-rows.ts'
import { fileNameOf, readTool, type ToolContents, writeTool } from './tool-file.ts'

const files = [join(import.meta.dirname, 'testing'), folderOfTheirs('tools')].flatMap((folder) =>
  folder ? readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [join(folder, name)] : [])) : [],
)

test.each(files)('%s is read, edited, stored and exported unchanged', async (file) => {
  const text = readFileSync(file, 'utf8')
  const tool = readTool(text) as ToolContents

  expect(JSON.parse(writeTool(tool))).toEqual(JSON.parse(text))
  const rows = readRows(tool.schema) ?? []
  expect(findIssues(rows)).toEqual([])
  expect(JSON.parse(writeRows(rows))).toEqual(JSON.parse(tool.schema ?? '[]'))
  expect(fileNameOf(tool)).toBe(`${tool.name}-CustomTool.json`)

  const { call } = await (await createTestApp()).signUp('root')
  const stored = (await call('POST', '/tools', tool)).json()
  expect(JSON.parse(writeTool(stored))).toEqual(JSON.parse(text))
})

test.each([
  ['{', 'unreadable'],
  ['[]', 'noTool'],
  ['7', 'noTool'],
  ['{"nodes":[],"edges":[]}', 'isFlow'],
  ['{"name":"x"}', 'noTool'],
  ['{"name":" ","func":""}', 'noTool'],
  ['{"name":"x","func":"","schema":"{}"}', 'badSchema'],
])('%s is not a tool: %s', (text, issue) => expect(readTool(text)).toEqual({ issue: issue }))

const pasted = (value: unknown) =>
  rowsFromJson(JSON.stringify(value)).map(({ property, type, required }) => [property, type, required])

test('rows are derived from a JSON schema, an OpenAI function, a list of rows, and an example', () => {
  const properties = {
    id: { type: 'integer', description: 'd' },
    since: { type: 'string', format: 'date' },
    all: { type: 'boolean' },
  }
  const rows = [
    ['id', 'number', true],
    ['since', 'date', false],
    ['all', 'boolean', false],
  ]
  expect(pasted({ type: 'object', properties, required: ['id'] })).toEqual(rows)
  expect(pasted({ name: 'f', parameters: { properties, required: ['id'] } })).toEqual(rows)
  expect(pasted([{ property: 'id', type: 'number', required: true }])).toEqual([['id', 'number', true]])
  expect(pasted({ id: 7, city: 'Van', day: '2026-11-21', list: [] })).toEqual([
    ['id', 'number', false],
    ['city', 'string', false],
    ['day', 'date', false],
    ['list', 'array', false],
  ])
  expect(pasted('text')).toEqual([])
})

test('a row with an invalid or duplicate name has an issue; an empty row has none', () => {
  const rows = rowsFromJson('[{"property":"id"},{"property":"id"},{"property":"a b"}]')
  expect(findIssues(rows).map(({ issue }) => issue)).toEqual(['twice', 'form'])
  expect(findIssues(readRows('[{}]') ?? [])).toEqual([])
  expect(writeRows(readRows('[{}]') ?? [])).toBe('[]')
  expect(readRows('{}')).toBeUndefined()
})
