import { expect, test } from 'vitest'
import { toPlainLine } from './plain-line.ts'

test.each([
  ['**Yes**, see [the guide](https://example.com/a).', 'Yes, see the guide.'],
  ['## Hours\n- Monday\n- `Friday`', 'Hours Monday Friday'],
  ['![A chart](/api/v1/get-upload-file?x=1) follows', 'A chart follows'],
  // The list shows the beginning of a message, which may end inside an address.
  ['Your file: [report.pdf](https://example.com/a/very/long', 'Your file: report.pdf'],
  ['3 * 4 and snake_case stay', '3 * 4 and snake_case stay'],
])('%j reads as %j', (markdown, line) => {
  expect(toPlainLine(markdown)).toBe(line)
})
