/** Translations by English sentence; a placeholder `<name>` matches any text and is inserted into the translation. */
export type Patterns = Readonly<Record<string, string>>

/** Returns a value in the language of the patterns; undefined rejects the pattern. */
type TranslateValue = (name: string, value: string) => string | undefined

type Compiled = { names: string[]; expression: RegExp; translated: string }

const placeholder = /<(\w+)>/g

/** Finds the translation of a sentence by pattern. Patterns with the most literal text are tried first. */
export function createMatcher(patterns: Patterns, translateValue: TranslateValue) {
  let compiled: Compiled[] | undefined

  return (sentence: string): string | undefined => {
    compiled ??= Object.entries(patterns)
      .toSorted(([first], [second]) => ownLength(second) - ownLength(first))
      .map(compile)
    for (const pattern of compiled) {
      const match = pattern.expression.exec(sentence)
      const text = match && substitute(pattern, match.slice(1), translateValue)
      if (text) {
        return text
      }
    }
    return
  }
}

function ownLength(pattern: string): number {
  return pattern.replace(placeholder, '').length
}

function compile([pattern, translated]: [string, string]): Compiled {
  const names = [...pattern.matchAll(placeholder)].map(([, name = '']) => name)
  const texts = pattern.split(/<\w+>/).map((text) => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return { names, expression: new RegExp(`^${texts.join('(.+?)')}$`, 's'), translated }
}

function substitute({ names, translated }: Compiled, found: string[], translateValue: TranslateValue) {
  const values = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    const value = translateValue(name, found[index] ?? '')
    if (value === undefined) {
      return
    }
    values.set(name, value)
  }
  return translated.replace(placeholder, (_, name: string) => values.get(name) ?? '')
}
