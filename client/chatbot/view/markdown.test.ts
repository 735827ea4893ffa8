import { expect, test } from 'vitest'
import { visitorChat as texts } from '#client/texts/en/visitor-chat.ts'
import { h } from './dom.ts'
import { renderMarkdown } from './markdown.ts'

const show = (text: string) => h('div', {}, ...renderMarkdown(text, texts))

test('Markdown becomes elements: headings below those of the page, tables and code that scroll', () => {
  const shown = show('# Prices\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nlet a\n```\n\n~~old~~ **new**')

  expect(shown.querySelector('h3')?.textContent).toBe('Prices')
  expect(shown.querySelector('[role="region"][tabindex="0"] td')?.textContent).toBe('1')
  expect(shown.querySelector('pre code')?.textContent).toBe('let a\n')
  expect([shown.querySelector('del')?.textContent, shown.querySelector('strong')?.textContent]).toEqual([
    'old',
    'new',
  ])
})

test('HTML stays text, unsafe addresses lead nowhere, and pictures are links', () => {
  const shown = show(
    '<img src=x onerror=alert(1)><b>bold</b> [bad](javascript:alert(1)) [good](https://a.example) ![logo](https://b.example/l.png)',
  )

  expect(shown.querySelector('img, b, script')).toBeNull()
  expect(shown.textContent).toContain('<b>bold</b>')
  const links = [...shown.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['bad', ''],
    ['good', 'https://a.example'],
    ['Picture: logo', 'https://b.example/l.png'],
  ])
  expect(shown.querySelector('a')?.rel).toContain('noopener')
})
