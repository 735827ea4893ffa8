import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { en } from '#client/texts/en.ts'
import { TextsProvider } from '#client/texts/texts.tsx'
import { Markdown } from './markdown.tsx'

afterEach(cleanup)

function show(text: string) {
  return render(
    <TextsProvider initial={{ language: 'en', texts: en }}>
      <Markdown text={text} />
    </TextsProvider>,
  ).container
}

describe('model output is not trusted', () => {
  test.each([
    '[click](javascript:alert(1))',
    '[click](JaVaScRiPt:alert(1))',
    '[click](java\tscript:alert(1))',
    '[click](data:text/html,<script>alert(1)</script>)',
    '[click](vbscript:msgbox)',
    '![click](javascript:alert(1))',
    '<javascript:alert(1)>',
  ])('%s is not a link', (text) => {
    const page = show(text)

    expect(page.querySelector('a[href], img, script')).toBeNull()
  })

  test('HTML is shown as text', () => {
    const page = show(
      'Hello <img src=x onerror="alert(1)"> <b>you</b>\n\n<script>alert(1)</script>\n\n<iframe src="/">',
    )

    expect(page.querySelector('img, b, script, iframe')).toBeNull()
    expect(page.textContent).toContain('<b>you</b>')
  })

  test('a picture is not fetched: it becomes a link with its name', () => {
    const page = show('![chart](https://elsewhere.example/chart.png?secret=1)')

    expect(page.querySelector('img')).toBeNull()
    expect(screen.getByRole('link', { name: 'Picture: chart' })).toBeDefined()
  })

  test('links open in a new tab without opener or referrer', () => {
    show('See [the terms](https://example.com/terms) or https://example.com/help')

    for (const link of screen.getAllByRole('link')) {
      expect(link.getAttribute('target')).toBe('_blank')
      expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    }
  })
})

describe('formatting', () => {
  test('code can be copied and preserves its lines', () => {
    const page = show('```js\nconst a = 1\nconst b = 2\n```')

    expect(page.querySelector('pre')?.textContent).toBe('const a = 1\nconst b = 2\n')
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeDefined()
  })

  test('tables are in a scrolling frame', () => {
    show('| Size | Price |\n| --- | --- |\n| 38 | $12 |')

    const frame = screen.getByRole('region', { name: 'Table' })
    expect(within(frame).getByRole('cell', { name: '$12' })).toBeDefined()
    expect(frame.tabIndex).toBe(0)
  })

  test('headings are below those of the page', () => {
    show('# One\n\n## Two')

    expect(screen.getByRole('heading', { name: 'One', level: 3 })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Two', level: 4 })).toBeDefined()
  })

  test('two answers with footnotes have different anchors', () => {
    const text = 'Yes.[^1]\n\n[^1]: Because.'
    const [first, second] = [show(text), show(text)]
    const idsOf = (page: Element) => [...page.querySelectorAll('[id]')].map(({ id }) => id)

    expect(idsOf(first).filter((id) => idsOf(second).includes(id) && id !== 'footnote-label')).toEqual([])
  })
})
