import type { Texts } from '#client/texts/texts.tsx'
import { isRecord, parseJson } from '#shared/json.ts'
import { type Tool, toolFields } from '#shared/tools.ts'

export type ToolContents = Pick<Tool, 'name' | 'description' | 'color' | 'iconSrc' | 'schema' | 'func'>
export type FileIssue = keyof Texts['tools']['fileFaults']

const MAX_BYTES = 2_000_000
/** Default for files without a colour. */
export const defaultColor = 'linear-gradient(rgb(31,90,166), rgb(14,133,136))'

export async function readToolFile(file: File): Promise<ToolContents | { issue: FileIssue }> {
  if (!/\.json$/i.test(file.name)) {
    return { issue: 'notJson' }
  }
  return file.size > MAX_BYTES ? { issue: 'tooLarge' } : readTool(await file.text())
}

/** Reads a tool from a file of Flowise or ours. Unknown properties are ignored. */
export function readTool(text: string): ToolContents | { issue: FileIssue } {
  const given = parseJson(text)
  if (given === undefined) {
    return { issue: 'unreadable' }
  }
  if (isRecord(given) && 'nodes' in given) {
    return { issue: 'isFlow' }
  }
  if (!(isRecord(given) && 'name' in given && 'func' in given)) {
    return { issue: 'noTool' }
  }
  const { data, error } = toolFields.safeParse({ description: '', color: defaultColor, ...given })
  return data ?? { issue: error.issues.some(({ path }) => path[0] === 'schema') ? 'badSchema' : 'noTool' }
}

/** Writes a tool with the property names and order of Flowise's files. */
export function writeTool({ name, description, color, iconSrc, schema, func }: ToolContents): string {
  return JSON.stringify({ name, description, color, iconSrc: iconSrc ?? '', schema, func }, null, 2)
}

export const fileNameOf = ({ name }: ToolContents) => `${name}-CustomTool.json`
