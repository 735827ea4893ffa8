import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const client = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(client, file), 'utf8')

test('required fields are marked with a star', () => {
  expect(read('app/base.css')).toMatch(/\.required-star::before \{[^}]*content: "\*"/)
})

test('every screen uses the same star', () => {
  const own = globSync('**/*.tsx', { cwd: client }).filter((file) =>
    /className="(need|required-dot)"/.test(read(file)),
  )

  expect(own).toEqual([])
})
