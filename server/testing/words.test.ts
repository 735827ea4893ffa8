import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The vocabulary of server/docs/glossary.md: names and comments use the terms of the field.

/** Parts of names that have a better word, and that word. */
const replaced: Readonly<Record<string, string>> = {
  fault: 'issue, error or failure',
  faults: 'issues, errors or failures',
  told: 'reported',
  refuse: 'reject',
  refused: 'rejected',
  refusal: 'rejection',
  wish: 'request',
  wishes: 'commands',
  door: 'API or route',
  doors: 'APIs or routes',
  knock: 'call',
  usual: 'default',
  most: 'max',
  wanted: 'required, expected or target',
  asker: 'caller',
  askers: 'callers',
  anew: 'again, or re-',
  surroundings: 'context',
  patience: 'timeout or retry policy',
  house: 'platform',
  kept: 'stored',
  matter: 'issue',
}

/** Names somebody else gave: wire formats, libraries and icons. */
const foreign = new Set(['keepAlive'])

const wordings: readonly [RegExp, string][] = [
  [/\bfacts\/|screens\.md|product\.md|specification §|\(§\d/, 'a document outside the repository'],
  [/\b(he|his|him|himself)\b/, 'a generic he'],
  [/\b(whoever|anew|in hand)\b/i, 'a literary word'],
]

const files = readdirSync('.', { recursive: true, encoding: 'utf8' }).filter(
  (path) => /^(client|server|shared)\/.*\.tsx?$/.test(path) && !/node_modules|words\.test\.ts$/.test(path),
)

const partsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[ _-]/)
    .map((part) => part.toLowerCase())

const findWord = (name: string) =>
  foreign.has(name) ? undefined : partsOf(name).find((part) => Object.hasOwn(replaced, part))

const declaration = /\b(?:const|let|function\*?|class|type|interface|enum) +([A-Za-z_$][\w$]*)/g
const comment = /^\s*(?:\/\/|\/\*\*?|\*)(?!\/) ?(.*)/

function findNames(path: string, text: string): string[] {
  const code = text.split('\n').filter((line) => !comment.test(line))
  const names = code.flatMap((line) => [...line.matchAll(declaration)].map(([, name = '']) => name))
  return [path.split('/').at(-1)?.replace(/\..*/, '') ?? '', ...names].flatMap((name) => {
    const word = findWord(name)
    return word ? [`${path}: ${name} → ${replaced[word]}`] : []
  })
}

function findWordings(path: string, text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const content = comment.exec(line)?.[1] ?? ''
    return wordings.flatMap(([pattern, why]) =>
      pattern.test(content) ? [`${path}: ${why}: ${content}`] : [],
    )
  })
}

test('names use the terms of the field', () => {
  expect(files.flatMap((path) => findNames(path, readFileSync(path, 'utf8')))).toEqual([])
})

test('comments use plain words and refer to nothing outside the repository', () => {
  expect(files.flatMap((path) => findWordings(path, readFileSync(path, 'utf8')))).toEqual([])
})

test('a replaced word is found in every form of name', () => {
  expect(findNames('server/a.ts', 'const nodeFault = 1\nexport type MOST_FILES = 1')).toEqual([
    'server/a.ts: nodeFault → issue, error or failure',
    'server/a.ts: MOST_FILES → max',
  ])
  expect(findNames('client/refuse-circle.ts', '// const fault = 1\nconst almost = 2')).toEqual([
    'client/refuse-circle.ts: refuse-circle → reject',
  ])
  expect(findWordings('server/a.ts', '  // The owner asks what he sees.')).toHaveLength(1)
})
