import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { tr } from './tr.ts'

/** String literals in the code. translate-sentence.test.ts covers sentences with a name or a number. */
const literal = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")`
const appErrors = new RegExp(String.raw`new AppError\(\s*(?:'[A-Z_]+'|[\w.]+),\s*${literal}`, 'g')
/** Sentences thrown through a constant or a default. */
const constants = new RegExp(
  String.raw`(?:\bconst (?:sentence|message|MESSAGE) =|new AppError\([^']*'[A-Z_]+', \w+ \?\?|\brefuse\([\w.]+[^'\n]*,)\s*${literal}`,
  'g',
)
/** Message of a schema check: its last argument, or its `error` or `message`. */
const schemaMessages = new RegExp(
  String.raw`\.(?:min|max|regex|refine|check|trim|email|length|gt|gte|lt|lte|multipleOf|int)\((?:[^()\n]|\([^()\n]*\)|\/[^\n]*\/[a-z]*)*?,?\s*(?:\{\s*(?:error|message):\s*)?${literal}|(?:error|message):\s*${literal}`,
  'g',
)

/** Not translated: the sandbox imitates third parties, and commands address the operator. */
const silent = /\.test\.|^server\/(sandbox|commands|testing)\//

function sourcesIn(container: string) {
  return readdirSync(container, { recursive: true, encoding: 'utf8' })
    .map((file) => `${container}/${file}`)
    .filter((file) => file.endsWith('.ts') && !silent.test(file))
    .map((file) => readFileSync(file, 'utf8'))
}

function sentencesIn(sources: string[], pattern: RegExp): string[] {
  return sources
    .flatMap((source) => [...source.matchAll(pattern)])
    .map((match) => match.slice(1).find((part) => part !== undefined) ?? '')
    .map((text) => text.replaceAll(String.raw`\'`, "'"))
    .filter((text) => /^[A-Z].*[a-z] .*/.test(text))
}

const sentences = [
  ...new Set([
    ...sentencesIn([...sourcesIn('server'), ...sourcesIn('shared')], appErrors),
    ...sentencesIn(sourcesIn('server'), constants),
    ...sentencesIn([...sourcesIn('shared'), ...sourcesIn('client')], schemaMessages),
  ]),
].toSorted()

test('finds the sentences of services and of schemas', () => {
  expect(sentences).toContain('This flow does not exist.')
  expect(sentences).toContain('Please enter a valid email address')
  expect(sentences.length).toBeGreaterThan(80)
})

test('every sentence of the server or of a schema that can reach a user has a Turkish translation', () => {
  expect(
    sentences.filter(
      (sentence) => tr.errors.sentences[sentence] === undefined && tr.translated(sentence) === undefined,
    ),
  ).toEqual([])
})

test('every code has its own Turkish sentence, for errors without a known sentence', () => {
  const same = Object.entries(tr.errors.byCode).filter(
    ([code, sentence]) => sentence === en.errors.byCode[code as keyof typeof en.errors.byCode],
  )

  expect(same).toEqual([])
})
