import { expect, test } from 'vitest'
import { readRecords } from '#shared/json.ts'
import { moveItem, pasteCells, readCells, writeGrid } from './rows.ts'

test('rows are read from text and from a list, and written as numbered text', () => {
  expect(readRecords('[{"key":"a","id":3},7]')).toEqual([{ key: 'a', id: 3 }])
  expect(readRecords([{ key: 'a' }])).toEqual([{ key: 'a' }])
  expect(readRecords('[["a","b"],null]')).toEqual([['a', 'b']])
  expect(readRecords('')).toEqual([])
  expect(readRecords('{"a":1}')).toEqual([])

  expect(writeGrid([{ key: 'b', id: 7 }, { key: 'a' }])).toBe('[{"key":"b","id":0},{"key":"a","id":1}]')
  expect(writeGrid([])).toBe('')
})

test('an item is moved, and never out of range', () => {
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
})

test('spreadsheet cells are lines and tabs, quoted if they contain either', () => {
  expect(readCells('a\tb\r\nc\t\r\n')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ])
  expect(readCells('"two\nlines"\t"say ""hi"""\nx\ty')).toEqual([
    ['two\nlines', 'say "hi"'],
    ['x', 'y'],
  ])
  expect(readCells('"open\tb')).toEqual([['"open', 'b']])
})

test('pasted cells fill from their corner, add rows, and stop at the last column', () => {
  const rows = [{ key: 'a', value: '1', id: 0 }]

  expect(
    pasteCells(rows, ['key', 'value'], { row: 0, column: 1 }, [
      ['2', 'lost'],
      ['3', 'lost'],
    ]),
  ).toEqual([{ key: 'a', value: '2', id: 0 }, { value: '3' }])
})
