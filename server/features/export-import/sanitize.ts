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
 * Rows as they leave: the fields of the specification (§3) in the order of their names, and no others. Each throws INTERNAL
 * with a sentence that begins with its own name (specification §8).
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

  // Flowise blanks the value. Here a variable that is a secret is a runtime one, whose value never was in the table: what is
  // kept in the open goes with the flows that need it, and comes back whole.
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

/** One text for one content: no spaces. The order of keys is the author's; an agent may read meaning from it. */
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

/** By name, then id, by their letters' numbers: the same on every machine. */
export function inOrder<Item extends { id: string; name?: string }>(items: readonly Item[]): Item[] {
  const key = ({ id, name = '' }: Item) => `${name}\u0000${id}`
  return items
    .map((item) => ({ item, key: key(item) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item)
}
