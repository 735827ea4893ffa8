import { expect, test } from 'vitest'
import { plainWords } from './plain-words.ts'

test('Markdown is converted to natural text for speech', () => {
  const markdown = `# Opening **hours**

We open at *nine* — see [the page](https://example.com/a_b).
![A plate](plate.png)

| day | hour |
| --- | ---: |
| Monday | 9 |

\`\`\`js
const secret = 'code'
~~~
\`\`\`
- snake_case and 2 * 3 stay
> <b>Bold</b> https://example.com/x`

  expect(plainWords(markdown)).toBe(
    [
      'Opening hours',
      'We open at nine — see the page.',
      'A plate',
      'day hour',
      'Monday 9',
      'snake_case and 2 3 stay',
      'Bold',
    ].join('\n'),
  )
  expect(plainWords('```\nonly code')).toBe('')
})

test('a long answer ends with a complete sentence, and no input takes long', () => {
  const long = plainWords('A sentence of the answer. '.repeat(300))
  expect([...long].length).toBeLessThanOrEqual(4_096)
  expect(long.endsWith('answer.')).toBe(true)
  for (const nasty of ['<a'.repeat(50_000), '['.repeat(100_000), '*_'.repeat(50_000), '-'.repeat(100_000)]) {
    expect(plainWords(nasty).length).toBeLessThanOrEqual(4_096)
  }
})
