import { z } from 'zod'

const texts = z.array(z.string())

/** One row per kind, without field names, which would be a quarter of the response. */
const rowSchema = z.tuple([
  z.string().describe('name'),
  z.string().describe('label'),
  z.number().describe('version'),
  z.number().describe('index of the category'),
  texts.describe('base classes'),
  z.string().describe('description'),
  z.string().describe('icon'),
  texts.describe('input ports'),
  texts.describe('outputs'),
  texts.describe('tags'),
  z.string().describe('badge, or empty'),
  texts.describe('credential kinds'),
  z.boolean().describe('whether the credential is optional'),
])

export const packedSummariesSchema = z.object({ categories: texts, rows: z.array(rowSchema) })
