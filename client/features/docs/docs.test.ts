import { beforeAll, describe, expect, test } from 'vitest'
import { en } from '#client/texts/en.ts'
import { type Language, languages } from '#client/texts/texts.tsx'
import { tr } from '#client/texts/tr.ts'
import { loadPages, type Page, pageNames, parsePage, placeholders, substitutePlaceholders } from './pages.ts'
import { searchPages } from './search-pages.ts'

const pages = {} as Record<Language, Page[]>
beforeAll(async () => {
  for (const language of languages) {
    pages[language] = await loadPages(language)
  }
})

const outlineOf = ({ sections }: Page) => sections.map(({ id, level }) => `${level} ${id}`)
const textsOf = ({ lead, sections }: Page) =>
  [...lead, ...sections.flatMap(({ blocks }) => blocks)].flatMap((block) =>
    'text' in block ? [block.text] : [],
  )
const snippetsOf = ({ sections }: Page) =>
  sections.flatMap(({ blocks }) => blocks.flatMap((block) => ('snippets' in block ? block.snippets : [])))

describe('pages', () => {
  test('every file is in the menu, and every page of the menu has a file in both languages', () => {
    const files = Object.keys(import.meta.glob('./pages/*/*.md'))

    expect(files.toSorted()).toEqual(
      languages.flatMap((language) => pageNames.map((name) => `./pages/${language}/${name}.md`)).toSorted(),
    )
  })

  test.each([
    ['en', en],
    ['tr', tr],
  ] as const)('a page in %s has the same title as in the menu', (language, { docs }) => {
    expect(pages[language].map(({ title }) => title)).toEqual(pageNames.map((name) => docs.titles[name]))
  })

  test.each(pageNames)('%s has the same headings and snippets in both languages', (name) => {
    const [english, turkish] = languages.map((language) => pages[language].find((page) => page.name === name))
    if (!english || !turkish) {
      throw new Error(`There is no page ${name}.`)
    }

    expect(outlineOf(turkish)).toEqual(outlineOf(english))
    expect(snippetsOf(turkish).map(({ language }) => language)).toEqual(
      snippetsOf(english).map(({ language }) => language),
    )
    expect(english.sections.every(({ id }) => id !== '')).toBe(true)
    expect(new Set(outlineOf(english)).size).toBe(english.sections.length)
  })

  test.each(languages)('no link in %s leads to a page or heading that does not exist', (language) => {
    const targets = pages[language].flatMap(({ name, sections }) => [
      `${name}.md`,
      ...sections.map(({ id }) => `${name}.md#${id}`),
    ])
    const links = pages[language].flatMap((page) =>
      textsOf(page).flatMap((text) =>
        [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) =>
          href.startsWith('#') ? `${page.name}.md${href}` : href,
        ),
      ),
    )

    // Links out of the documentation are addresses of the server.
    const dead = links.filter((href) => !targets.includes(href) && !/^\/api\//.test(href))
    expect(links.length).toBeGreaterThan(5)
    expect(dead).toEqual([])
  })

  test('Turkish uses typographic apostrophes outside code', () => {
    const faulty = pages.tr.flatMap(textsOf).flatMap((text) => {
      const prose = text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
      return [...prose.matchAll(/\S*\p{L}'\p{L}\S*/gu)].map(([word]) => word)
    })

    expect(faulty).toEqual([])
  })
})

describe('parsing', () => {
  test('a comment in code is not a heading, and neighboring snippets form one block', () => {
    const page = parsePage(
      'api',
      '# Title\n\nLead.\n\n## One {#one}\n\n```sh\n# no heading\n```\n\n```curl\ncurl x\n```\n\n```python\nx\n```\n\nAfter.',
    )

    expect(page).toEqual({
      name: 'api',
      title: 'Title',
      lead: [{ text: 'Lead.' }],
      sections: [
        {
          id: 'one',
          level: 2,
          title: 'One',
          blocks: [
            { text: '```sh\n# no heading\n```' },
            {
              snippets: [
                { language: 'curl', code: 'curl x' },
                { language: 'python', code: 'x' },
              ],
            },
            { text: 'After.' },
          ],
        },
      ],
    })
  })

  test('a snippet gets an address and a flow', () => {
    const code = `curl ${placeholders.address}/api/v1/prediction/${placeholders.flow}`

    expect(substitutePlaceholders(code, { address: 'http://localhost:3000', flow: '7' })).toBe(
      'curl http://localhost:3000/api/v1/prediction/7',
    )
  })
})

describe('search', () => {
  const first = (language: Language, query: string) => {
    const [result] = searchPages(pages[language], query)
    return result && `${result.page}#${result.id}`
  }

  test.each([
    ['streaming', 'api#streaming'],
    ['restore', 'backup#'],
    ['reverse proxy', 'self-hosting#proxy'],
    ['recovery code', 'security#second-factor'],
    ['INSUFFICIENT_FUNDS', 'wallet#cost'],
  ])('“%s” finds %s', (query, place) => {
    expect(first('en', query)).toBe(place)
  })

  test('Turkish letters are found with and without diacritics', () => {
    expect(first('tr', 'gecis anahtari')).toBe('security#second-factor')
    expect(first('tr', 'GEÇİŞ ANAHTARI')).toBe('security#second-factor')
  })

  test('every word must occur, and an excerpt shows the match', () => {
    expect(searchPages(pages.en, 'streaming unicorn')).toEqual([])
    expect(searchPages(pages.en, '  ')).toEqual([])
    expect(searchPages(pages.en, 'pg_dump')[0]?.excerpt).toContain('pg_dump')
  })
})
