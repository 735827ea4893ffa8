import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['server/docs', 'server/docs/decisions', 'client/docs']
const documents = [
  'README.md',
  ...folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]
const readme = readFileSync('README.md', 'utf8')

test('the README has at most 900 words and the two commands', () => {
  expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900)
  expect(readme).toMatch(/^npm start /m)
  expect(readme).toMatch(/^npm test /m)
})

test.each(documents)('%s names only files and links that exist', (document) => {
  const text = readFileSync(document, 'utf8').replaceAll(/```[\s\S]*?```/g, '')
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|css|md))`/g)].map(
    ([, path = '']) => path,
  )
  // `x` stands for any feature.
  const paths = named.filter((path) => !/(^|\/)x\./.test(path))
  const missing = paths.filter((path) => !existsSync(path) && !existsSync(join('server', path)))
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[\w-]+)?\)/g)].map(([, href = '']) => href)
  const dead = links.filter((href) => !existsSync(normalize(join(dirname(document), href))))

  expect([...missing, ...dead]).toEqual([])
})
