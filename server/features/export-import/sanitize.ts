import { AppError } from '#shared/errors.ts'
import type {
  ExportedAssistant,
  ExportedFlow,
  ExportedPart,
  ExportedTool,
  ExportedVariable,
} from '#shared/export-import.ts'

type Strip = (value: unknown) => unknown
type Row<Item> = { [Field in keyof Item]: Item[Field] }

/**
 * Exported rows: only the fields of the export format, sorted by name. Each function throws INTERNAL with a
 * message that begins with its own name.
 */
export function createSanitizers(strip: Strip) {
  const sanitizeChatflow = reported(
    'sanitizeChatflow',
    ({ id, name, flowData, type }: Row<ExportedFlow>) => ({
      flowData: canonical(strip(JSON.parse(flowData))),
      id,
      name,
      type,
    }),
  )

  const sanitizePart = reported('sanitizePart', ({ id, name, description, flowData }: Row<ExportedPart>) => ({
    description,
    flowData: canonical(strip(JSON.parse(flowData))),
    id,
    name,
  }))

  const sanitizeTool = reported(
    'sanitizeTool',
    ({ id, name, description, color, iconSrc, schema, func }: Row<ExportedTool>) => ({
      color,
      description,
      func,
      iconSrc,
      id,
      name,
      schema,
    }),
  )

  // Flowise blanks the value. Here secret variables are runtime variables whose value is never stored, so static
  // values are exported in full.
  const sanitizeVariable = reported(
    'sanitizeVariable',
    ({ id, name, value, type }: Row<ExportedVariable>) => ({
      id,
      name,
      type,
      value,
    }),
  )

  const sanitizeAssistant = reported(
    'sanitizeAssistant',
    ({ id, details, credential, iconSrc }: Row<ExportedAssistant>) => ({
      credential,
      details: canonical(strip(JSON.parse(details))),
      iconSrc,
      id,
    }),
  )

  return { sanitizeChatflow, sanitizePart, sanitizeTool, sanitizeVariable, sanitizeAssistant }
}

/** Compact JSON. The author's key order is preserved, because an agent may read meaning from it. */
function canonical(value: unknown): string {
  return JSON.stringify(value)
}

function reported<Item extends { id: string; name?: string }, Exported>(
  helper: string,
  sanitize: (item: Item) => Exported,
) {
  return (item: Item): Exported => {
    try {
      return sanitize(item)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new AppError('INTERNAL', `exportImport.${helper} ${item.name ?? item.id}: ${reason}`, { cause })
    }
  }
}

/** Sorts by name, then id, by code units: the same order on every machine. */
export function inOrder<Item extends { id: string; name?: string }>(items: readonly Item[]): Item[] {
  const key = ({ id, name = '' }: Item) => `${name}\u0000${id}`
  return items
    .map((item) => ({ item, key: key(item) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item)
}
