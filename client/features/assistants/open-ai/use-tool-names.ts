import { useTexts } from '#client/texts/texts.tsx'
import type { Row } from './open-ai-details.ts'

/** Names of the tools of an assistant, with their files. */
export function useToolNames() {
  const { openAi: texts } = useTexts().assistants
  return ({ tools, functions, searchFiles, codeFiles }: Row): string[] => {
    const files: Partial<Record<string, number>> = { file_search: searchFiles, code_interpreter: codeFiles }
    const nameOf = (tool: string) => texts.toolNames[tool as keyof typeof texts.toolNames] ?? tool
    return [
      ...tools.map((tool) => {
        const count = files[tool] ?? 0
        return count > 0 ? `${nameOf(tool)} · ${texts.files(count)}` : nameOf(tool)
      }),
      ...functions,
    ]
  }
}
