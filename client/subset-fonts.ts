import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

const figures = ' $%()+,-./0123456789:<≈×€−KMBms'
/** Characters both interface languages use, except six Turkish letters in another source file. */
const common = `${range(0x20, 0x7e)}\u00a0·×–—‘’“”…•←→↑↓−≈ÇçÖöÜüı`
const turkish = 'ĞğİŞş₺'

type Face = { family: string; weight: string; source: string; tiers: string[]; isVariable?: true }

const mono = (weight: number): Face => ({
  family: 'IBM Plex Mono',
  weight: String(weight),
  source: `@fontsource/ibm-plex-mono/files/ibm-plex-mono-{subset}-${weight}-normal.woff2`,
  tiers: [figures, common, turkish],
})

export const faces: Face[] = [
  {
    family: 'IBM Plex Sans Variable',
    weight: '400 700',
    source: '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-{subset}-wght-normal.woff2',
    tiers: [common, turkish],
    isVariable: true,
  },
  ...[400, 500, 600].map(mono),
]

type Part = { subset: string; characters: string }

/**
 * Subsets of a face: each character belongs to the first tier that names it. The last part of each source file
 * holds all other characters, so that names in other Latin languages use the same face.
 */
export function partsOf({ tiers }: Pick<Face, 'tiers'>): Part[] {
  const ranges = JSON.parse(
    readFileSync(require.resolve('@fontsource-variable/ibm-plex-sans/unicode.json'), 'utf8'),
  ) as Record<string, string>
  const seen = new Set<string>()
  return ['latin', 'latin-ext'].flatMap((subset) => {
    // A few characters occur in both source files.
    let left = expand(ranges[subset] ?? '').filter((character) => !seen.has(character))
    for (const character of left) {
      seen.add(character)
    }
    const parts = tiers.map((tier) => {
      const part = left.filter((character) => tier.includes(character))
      left = left.filter((character) => !tier.includes(character))
      return part
    })
    return [...parts, left]
      .filter(({ length }) => length > 0)
      .map((characters) => ({ subset, characters: characters.join('') }))
  })
}

/**
 * `@font-face` rules for subsets of the interface fonts, created at build time: a browser fetches only the subsets
 * a page needs. The whole Latin files are three times as large.
 */
export function subsetFonts(): Plugin {
  const id = '\0subset-fonts.css'
  let folder = ''
  return {
    name: 'subset-fonts',
    configResolved({ cacheDir }) {
      folder = join(cacheDir, 'fonts')
    },
    resolveId: (name) => (name === 'virtual:subset-fonts.css' ? id : undefined),
    async load(name) {
      if (name !== id) {
        return undefined
      }
      mkdirSync(folder, { recursive: true })
      const rules = await Promise.all(
        faces.flatMap((face) => partsOf(face).map((part, index) => cut(face, part, index, folder))),
      )
      return rules.join('\n')
    },
  }
}

async function cut(face: Face, { subset, characters }: Part, index: number, folder: string) {
  // Imported lazily, because the import starts WebAssembly and only builds need it.
  const { default: subsetFont } = await import('subset-font')
  const { family, weight, source, isVariable } = face
  const font = await subsetFont(
    readFileSync(require.resolve(source.replace('{subset}', subset))),
    characters,
    {
      targetFormat: 'woff2',
      // Kerning, tabular figures, Turkish i, accents: the features the interface uses.
      keepFeatures: ['kern', 'tnum', 'liga', 'locl', 'ccmp', 'mark'],
      ...(isVariable && { variationAxes: { wght: { min: 400, max: 700 } } }),
    },
  )
  const file = join(folder, `${family}-${weight}-${index}.woff2`.toLowerCase().replaceAll(' ', '-'))
  writeFileSync(file, font)
  return `@font-face {
  font-family: "${family}";
  font-style: normal;
  font-display: swap;
  font-weight: ${weight};
  src: url("${file}") format("woff2");
  unicode-range: ${toRange(characters)};
}`
}

function expand(ranges: string) {
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, from = '', to = from]) => [
    ...range(Number.parseInt(from, 16), Number.parseInt(to, 16)),
  ])
}

function toRange(characters: string) {
  const codes = [...characters].map((each) => each.codePointAt(0) ?? 0).sort((a, b) => a - b)
  const runs: [number, number][] = []
  for (const code of codes) {
    const last = runs.at(-1)
    if (last && last[1] === code - 1) {
      last[1] = code
    } else {
      runs.push([code, code])
    }
  }
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ')
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step)).join('')
}

function hex(code: number) {
  return code.toString(16).toUpperCase().padStart(4, '0')
}
