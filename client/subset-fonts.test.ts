import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faces, partsOf } from './subset-fonts.ts'

test('each character of a face is in exactly one part', () => {
  for (const face of faces) {
    const characters = partsOf(face).flatMap((part) => [...part.characters])
    expect(new Set(characters).size).toBe(characters.length)
  }
})

test('all texts of both languages use characters of the interface font', () => {
  const [sans] = faces
  const known = new Set(sans && partsOf(sans).flatMap(({ characters }) => [...characters]))
  const texts = globSync('client/texts/{en,tr}/*.ts').map((file) => readFileSync(file, 'utf8'))

  const used = [...new Set(texts.join(''))].filter((each) => /[\p{L}\p{N}\p{P}\p{Sc}]/u.test(each))
  expect(used.filter((each) => !known.has(each))).toEqual([])
})
