import { expect, test } from 'vitest'
import { buildEmbed, type EmbedOptions } from './embed.ts'

const options: EmbedOptions = {
  ...{ baseUrl: 'https://flows.example', flowId: 'b7a0', title: 'Elif’s "Museum" & shop' },
  ...{ language: undefined, side: 'right', opensAtOnce: false },
}

test('the shortest code is one line; only chosen options are in it', () => {
  expect(buildEmbed('widget', 'html', options)).toBe(
    '<script src="https://flows.example/embed.js?v=1" data-chat="b7a0" defer></script>',
  )
  expect(
    buildEmbed('widget', 'html', { ...options, language: 'tr', side: 'left', opensAtOnce: true }),
  ).toContain('data-language="tr" data-side="left" data-open="true" defer')
  expect(buildEmbed('widget', 'javascript', { ...options, side: 'left', opensAtOnce: true })).toContain(
    "Flowtill.show({ chat: 'b7a0', side: 'left', open: true })",
  )
})

test('a chat in an element has no side, and quotes in its title end no attribute', () => {
  expect(buildEmbed('react', 'element', { ...options, side: 'left', language: 'en' })).toContain(
    "show({ chat: 'b7a0', target: place.current, language: 'en' })",
  )
  expect(buildEmbed('page', 'iframe', options)).toContain('title="Elif’s &quot;Museum&quot; &amp; shop"')
})
