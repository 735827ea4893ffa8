import { expect, test } from 'vitest'
import { toMailHtml } from '../render-markdown.ts'
import { cutQuotedTail, htmlToText } from './reply-text.ts'

test.each([
  ['On Fri, 20 Nov 2026 at 12:00, Ada <a@b.c> wrote:\n> Hello\n> Bye'],
  ['On Fri, 20 Nov 2026 at 12:00, Ada with a very long name\n<a@b.c> wrote:\n\n> Hello'],
  ['20 Kas 2026 Cum 12:00 tarihinde Ada <a@b.c> şunu yazdı:\n> Merhaba'],
  ['Am 20.11.2026 um 12:00 schrieb Ada <a@b.c>:\n> Hallo'],
  ['Le ven. 20 nov. 2026 à 12:00, Ada <a@b.c> a écrit :\n> Bonjour'],
  ['-----Original Message-----\nFrom: Ada\nSent: Friday\n\nHello'],
  ['________________________________\nFrom: Ada <a@b.c>\nSent: Friday\nHello'],
  ['Kimden: Ada <a@b.c>\nGönderildi: Cuma\nKonu: Merhaba\n\nHello'],
  ['> Hello\n> Bye'],
  ['-- \nDeniz\nShop'],
])('what is quoted below an answer is cut: %j', (tail) => {
  expect(cutQuotedTail(`Yes, please.\n\n${tail}`)).toBe('Yes, please.')
})

test('an answer below or between the quoted lines stays', () => {
  expect(cutQuotedTail('On Friday, Ada wrote:\n> Which size?\n\nLarge.')).toContain('Large.')
  expect(cutQuotedTail('> Which size?\nLarge.\n> Which colour?\nRed.')).toBe(
    '> Which size?\nLarge.\n> Which colour?\nRed.',
  )
  expect(cutQuotedTail('> only a quote')).toBe('> only a quote')
  expect(cutQuotedTail('I wrote: hello')).toBe('I wrote: hello')
})

test('HTML becomes text, up to the quoted message', () => {
  const html =
    '<head><title>x</title></head><div>Hello <a href="https://a.example/b">shop</a>,</div><ul><li>one</li><li>two</li></ul>' +
    '<script>alert(1)</script><div class="gmail_quote">On Friday<blockquote>old</blockquote></div>after'

  expect(htmlToText(html)).toBe('Hello shop (https://a.example/b),\n- one\n- two')
})

test('a hostile message is read in moments', () => {
  const started = performance.now()
  htmlToText('<div>a'.repeat(500_000))
  cutQuotedTail('On Friday Ada wrote:\n'.repeat(500_000))

  expect(performance.now() - started).toBeLessThan(3_000)
})

test('HTML of an answer has no raw tags, scripts or pictures that load themselves', () => {
  const html = toMailHtml('**Hi** <img src=x> [a](javascript:alert(1)) ![logo](https://t.example/p.gif)')

  expect(html).toContain('<strong>Hi</strong> &lt;img src=x&gt;')
  expect(html).toContain('<a href="https://t.example/p.gif">logo</a>')
  expect(html).not.toMatch(/javascript:|<img/)
})
