import { describe, expect, test } from 'vitest'
import { credentialKinds } from '#server/credentials/catalogue.ts'
import { catalogue } from '../catalogue.ts'
import { iconSvg } from '../icons.ts'
import { markOfCredential, markSvg, shapes } from './marks.ts'
import { initialsOfCredential } from './providers.ts'

const nodes = [...catalogue.values()]
const withCredential = nodes.filter(({ credential }) => credential)
/** Products of one company share a credential. */
const familyOf = (credential: string) => credential.replace(/^upstash.*/, 'upstash')

test('every node with a credential has the mark of its provider', () => {
  const unmarked = withCredential.filter(({ icon }) => !/^mark-/.test(icon))

  expect(unmarked.map(({ name }) => name)).toEqual([])
})

test('no two providers share a mark', () => {
  const owners = Map.groupBy(Object.entries(initialsOfCredential), ([, pair]) => pair)
  const shared = [...owners].filter(([, owner]) => new Set(owner.map(([name]) => familyOf(name))).size > 1)
  const drawn = Map.groupBy(withCredential, ({ icon }) => iconSvg(icon))
  const alike = [...drawn].filter(
    ([, users]) => new Set(users.map(({ credential }) => familyOf(credential?.name ?? ''))).size > 1,
  )

  expect(shared).toEqual([])
  expect(alike).toEqual([])
})

test('every kind of credential has a mark, whether a node uses it or not', () => {
  const unmarked = [...credentialKinds.keys()].filter((name) => {
    const mark = markOfCredential(
      name,
      nodes.filter(({ credential }) => credential?.name === name),
    )
    return markSvg(mark ?? '') === undefined
  })

  expect(unmarked).toEqual([])
})

test.each([...new Set(nodes.map(({ icon }) => icon))])('%s is well-formed and smaller than 1 KB', (icon) => {
  const svg = iconSvg(icon) ?? ''

  expect(svg).toMatch(/^<svg [^<>]*>(<[^<>]+>)+<\/svg>$/)
  expect(svg.length).toBeLessThan(1_024)
  expect(svg).not.toMatch(/<text|<image|href=|NaN|undefined/)
})

describe('a tint is legible', () => {
  const surfaces = { white: '#FFFFFF', dark: '#1E242D' }
  const cases = Object.entries(shapes).flatMap(([kind, { tint }]) =>
    Object.entries(surfaces).map(([name, surface]) => ({ kind, name, tint, surface })),
  )

  test.each(cases)('$kind on $name', ({ tint, surface }) => {
    const [front, back] = [luminance(tint), luminance(surface)].toSorted((a, b) => b - a) as [number, number]

    expect((front + 0.05) / (back + 0.05)).toBeGreaterThan(3)
  })
})

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
